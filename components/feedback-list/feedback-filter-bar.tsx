"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useCallback } from "react";
import { QueueFilter } from "#components/calls/queue-filter.tsx";
import { FilterBar } from "#components/layout/page-header.tsx";
import type { SearchPatch } from "#components/layout/use-search-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { SearchInput } from "#components/ui/search-input.tsx";
import { Select } from "#components/ui/select.tsx";
import { TimeRangeFilter } from "#components/ui/time-range-filter.tsx";
import { FEEDBACK_KINDS, type FeedbackFilters, isFiltered, NO_FILTERS } from "./feedback-filters.ts";

type FeedbackFilterBarProps = {
  filters: FeedbackFilters;
  /** Whose feedback is not the reader's own is hidden from the reader anyway. */
  seesAll: boolean;
  onChange: (patch: SearchPatch) => void;
};

const ANY = "any";
const KIND_OPTIONS = [
  { value: ANY, label: "Any kind" },
  ...Object.entries(FEEDBACK_KINDS).map(([value, { label }]) => ({ value, label })),
];

export function FeedbackFilterBar({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  const commitText = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar>
      <SearchInput
        label="Search in values"
        value={filters.text ?? ""}
        onCommit={commitText}
        className="w-full sm:w-56"
      />
      <span className="w-44">
        <Select
          aria-label="Kind"
          value={filters.kind ?? ANY}
          onValueChange={(kind) => onChange({ kind: kind === ANY ? null : kind })}
          options={KIND_OPTIONS}
        />
      </span>
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <MoreFilters filters={filters} seesAll={seesAll} onChange={onChange} />
      {isFiltered(filters) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}

function MoreFilters({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  const { name, queueId, isMine } = filters;
  const used = [name, queueId, isMine].filter(Boolean).length;
  const commitName = useCallback((value: string) => onChange({ name: value }), [onChange]);
  return (
    <Popover
      label="More filters"
      trigger={
        <Button icon={<SlidersHorizontal />}>
          {used > 0 ? `More filters (${used})` : "More filters"}
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <span aria-hidden="true" className="font-medium">
            Name contains
          </span>
          <SearchInput label="Name contains" placeholder="" value={name ?? ""} onCommit={commitName} />
        </div>
        <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
        {seesAll ? (
          <Checkbox
            label="Only mine"
            checked={isMine}
            onCheckedChange={(checked) => onChange({ mine: checked ? "1" : null })}
          />
        ) : null}
      </div>
    </Popover>
  );
}
