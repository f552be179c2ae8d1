"use client";

import { TriangleAlert } from "lucide-react";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Button } from "#components/ui/button/button.tsx";
import { type AddressRules, faultsIn } from "./address-faults.ts";
import { faultWords } from "./fault-words.ts";

type AddressNoteProps = {
  rules: AddressRules;
  /** How the list is sorted where the address does not say it; ends a sentence. */
  usualSort: string;
};

/** One line above a list whose address cannot be read as a whole: a link that was damaged does not look like a true view. */
export function AddressNote({ rules, usualSort }: AddressNoteProps) {
  const { get, replace } = useSearchState();
  const faults = faultsIn(get, rules);
  if (faults.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warning-tint px-4 py-2 text-sm text-warning-ink"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1 max-sm:basis-4/5">{faultWords(faults, usualSort)}</p>
      <Button size="sm" onClick={() => replace(Object.fromEntries(faults.map(({ name }) => [name, null])))}>
        Correct the address
      </Button>
    </div>
  );
}
