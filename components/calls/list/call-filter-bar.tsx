"use client";

import { CALL_STATUSES, STATUS_LABELS } from "#components/calls/parts/call-facts.ts";
import { type CallFilters, isFiltered, NO_FILTERS } from "#components/calls/parts/call-filters.ts";
import type { Narrow } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { LabelledSearch } from "#components/ui/filter/labelled-search.tsx";
import { MoreFilters } from "#components/ui/filter/more-filters.tsx";
import { TimeRangeFilter } from "#components/ui/filter/time-range-filter.tsx";
import { QueueFilter } from "./queue-filter.tsx";

type CallFilterBarProps = { filters: CallFilters; onChange: Narrow };

const STATUS_OPTIONS = CALL_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

export function CallFilterBar({ filters, onChange }: CallFilterBarProps) {
  return (
    <FilterBar onClear={isFiltered(filters) ? () => onChange(NO_FILTERS) : null}>
      <SearchInput
        isOfPage
        label="Search in inputs and output"
        value={filters.text ?? ""}
        onCommit={(q, isContinued) => onChange({ q }, isContinued)}
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
  return (
    <MoreFilters used={used}>
      <LabelledSearch
        label="Op name contains"
        value={op}
        onCommit={(value, isContinued) => onChange({ op: value }, isContinued)}
      />
      <LabelledSearch
        label="Thread id"
        value={threadId}
        onCommit={(thread, isContinued) => onChange({ thread }, isContinued)}
      />
      <LabelledSearch
        label="Trace id"
        value={traceId}
        onCommit={(trace, isContinued) => onChange({ trace }, isContinued)}
      />
      <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
      <Checkbox
        label="Only the first call of each trace"
        checked={rootsOnly}
        onCheckedChange={(checked) => onChange({ roots: checked ? "1" : null })}
      />
    </MoreFilters>
  );
}
