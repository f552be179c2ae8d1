"use client";

import { useCallback } from "react";
import { QueueFilter } from "#components/calls/list/queue-filter.tsx";
import type { SearchPatch } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { LabelledSearch } from "#components/ui/filter/labelled-search.tsx";
import { MoreFilters } from "#components/ui/filter/more-filters.tsx";
import { TimeRangeFilter } from "#components/ui/filter/time-range-filter.tsx";
import { FEEDBACK_KINDS, type FeedbackFilters, isFiltered, NO_FILTERS } from "./feedback-filters.ts";

type FeedbackFilterBarProps = {
  filters: FeedbackFilters;
  /** Whose feedback is not the reader's own is hidden from the reader anyway. */
  seesAll: boolean;
  onChange: (patch: SearchPatch) => void;
};

const KIND_OPTIONS = Object.entries(FEEDBACK_KINDS).map(([value, { label }]) => ({ value, label }));

export function FeedbackFilterBar({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  const commitText = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar onClear={isFiltered(filters) ? () => onChange(NO_FILTERS) : null}>
      <SearchInput
        label="Search in values"
        value={filters.text ?? ""}
        onCommit={commitText}
        className="w-full sm:w-56"
      />
      <FilterSelect
        className="w-44"
        label="Kind"
        any="Any kind"
        options={KIND_OPTIONS}
        value={filters.kind}
        onValueChange={(kind) => onChange({ kind })}
      />
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <SeldomFilters filters={filters} seesAll={seesAll} onChange={onChange} />
    </FilterBar>
  );
}

function SeldomFilters({ filters, seesAll, onChange }: FeedbackFilterBarProps) {
  const { name, queueId, isMine } = filters;
  const used = [name, queueId, isMine].filter(Boolean).length;
  const commitName = useCallback((value: string) => onChange({ name: value }), [onChange]);
  return (
    <MoreFilters used={used}>
      <LabelledSearch label="Name contains" value={name} onCommit={commitName} />
      <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
      {seesAll ? (
        <Checkbox
          label="Only mine"
          checked={isMine}
          onCheckedChange={(checked) => onChange({ mine: checked ? "1" : null })}
        />
      ) : null}
    </MoreFilters>
  );
}
