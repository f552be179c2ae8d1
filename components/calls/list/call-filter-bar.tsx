"use client";

import { useCallback } from "react";
import { CALL_STATUSES, STATUS_LABELS } from "#components/calls/parts/call-facts.ts";
import { type CallFilters, isFiltered, NO_FILTERS } from "#components/calls/parts/call-filters.ts";
import type { SearchPatch } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { LabelledSearch } from "#components/ui/filter/labelled-search.tsx";
import { MoreFilters } from "#components/ui/filter/more-filters.tsx";
import { TimeRangeFilter } from "#components/ui/filter/time-range-filter.tsx";
import { QueueFilter } from "./queue-filter.tsx";

type CallFilterBarProps = { filters: CallFilters; onChange: (patch: SearchPatch) => void };

const STATUS_OPTIONS = CALL_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

export function CallFilterBar({ filters, onChange }: CallFilterBarProps) {
  const commitText = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar onClear={isFiltered(filters) ? () => onChange(NO_FILTERS) : null}>
      <SearchInput
        isOfPage
        label="Search in inputs and output"
        value={filters.text ?? ""}
        onCommit={commitText}
        className="w-full sm:w-72"
      />
      <FilterSelect
        className="w-34"
        label="Status"
        any="Any status"
        options={STATUS_OPTIONS}
        value={filters.status}
        onValueChange={(status) => onChange({ status })}
      />
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <SeldomFilters filters={filters} onChange={onChange} />
    </FilterBar>
  );
}

function SeldomFilters({ filters, onChange }: CallFilterBarProps) {
  const { op, threadId, traceId, queueId, rootsOnly } = filters;
  const used = [op, threadId, traceId, queueId, rootsOnly].filter(Boolean).length;
  const commitOp = useCallback((value: string) => onChange({ op: value }), [onChange]);
  const commitThread = useCallback((value: string) => onChange({ thread: value }), [onChange]);
  const commitTrace = useCallback((value: string) => onChange({ trace: value }), [onChange]);
  return (
    <MoreFilters used={used}>
      <LabelledSearch label="Op name contains" value={op} onCommit={commitOp} />
      <LabelledSearch label="Thread id" value={threadId} onCommit={commitThread} />
      <LabelledSearch label="Trace id" value={traceId} onCommit={commitTrace} />
      <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
      <Checkbox
        label="Only the first call of each trace"
        checked={rootsOnly}
        onCheckedChange={(checked) => onChange({ roots: checked ? "1" : null })}
      />
    </MoreFilters>
  );
}
