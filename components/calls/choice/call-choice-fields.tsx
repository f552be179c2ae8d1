"use client";

import type { FurtherSearch } from "#components/calls/parts/use-further-search.ts";
import { Button } from "#components/ui/button/button.tsx";
import type { FieldControl } from "#components/ui/field/field.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";
import { countOf, formatMoment } from "#components/ui/text/format.ts";
import { CALLS_OFFERED } from "./found-calls-query.ts";
import type { CallChoice } from "./use-call-choice.ts";

type CallChoiceFieldsProps = Partial<FieldControl> & {
  choice: CallChoice;
  value: string | null;
  onValueChange: (callId: string) => void;
  /** What can be chosen instead of a call. */
  first?: SelectOption;
  /** Needed where no field labels the list. */
  "aria-label"?: string;
};

/** A list of calls, and a search beside it that finds any other. */
export function CallChoiceFields({ choice, first, ...list }: CallChoiceFieldsProps) {
  const { text, setText, options } = choice;
  return (
    <div className="@container">
      <div className="flex flex-col gap-2 @md:flex-row">
        <span className="min-w-0 flex-1">
          <Select {...list} options={[...(first ? [first] : []), ...options]} />
        </span>
        <SearchInput
          label="Find a call"
          placeholder="Text or id of a call"
          value={text}
          onCommit={setText}
          className="@md:w-56"
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <p role="status" aria-label="Calls found" className="mt-1 text-faint text-xs empty:hidden">
          {foundText(choice)}
        </p>
        {choice.search.searchedTo === null ? null : <SearchFurther {...choice.search} />}
      </div>
    </div>
  );
}

function SearchFurther({ isSearching, onFurther, onStop }: FurtherSearch) {
  return (
    <Button size="sm" variant="ghost" onClick={isSearching ? onStop : onFurther}>
      {isSearching ? "Stop" : "Search further"}
    </Button>
  );
}

function foundText({ text, found, search }: CallChoice): string | null {
  if (text === "" || !found.data) return null;
  if (found.isPlaceholderData) return `Looking for “${text}”…`;
  const count = found.data.length;
  if (search.searchedTo !== null) {
    const back = `back to ${formatMoment(new Date(search.searchedTo), new Date())}`;
    return count === 0
      ? `No call has “${text}” so far, ${back}.`
      : `${countOf(count, "call")} with “${text}” so far, ${back}.`;
  }
  if (count === 0) return `No call has “${text}” in its inputs or output.`;
  if (count === CALLS_OFFERED) return `The newest ${count} calls with “${text}” are in the list.`;
  return `${countOf(count, "call")} with “${text}” ${count === 1 ? "is" : "are"} in the list.`;
}
