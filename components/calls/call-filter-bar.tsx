"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useCallback } from "react";
import { FilterBar } from "#components/layout/page-header.tsx";
import type { SearchPatch } from "#components/layout/use-search-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { SearchInput } from "#components/ui/search-input.tsx";
import { Select } from "#components/ui/select.tsx";
import { TimeRangeFilter } from "#components/ui/time-range-filter.tsx";
import { CALL_STATUSES, STATUS_LABELS } from "./call-facts.ts";
import { type CallFilters, isFiltered, NO_FILTERS } from "./call-filters.ts";
import { QueueFilter } from "./queue-filter.tsx";

type CallFilterBarProps = { filters: CallFilters; onChange: (patch: SearchPatch) => void };

const ANY = "any";
const STATUS_OPTIONS = [
  { value: ANY, label: "Any status" },
  ...CALL_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
];

export function CallFilterBar({ filters, onChange }: CallFilterBarProps) {
  const commitText = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar>
      <SearchInput
        label="Search in inputs and output"
        value={filters.text ?? ""}
        onCommit={commitText}
        className="w-full sm:w-72"
      />
      <span className="w-34">
        <Select
          aria-label="Status"
          value={filters.status ?? ANY}
          onValueChange={(status) => onChange({ status: status === ANY ? null : status })}
          options={STATUS_OPTIONS}
        />
      </span>
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <MoreFilters filters={filters} onChange={onChange} />
      {isFiltered(filters) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}

function MoreFilters({ filters, onChange }: CallFilterBarProps) {
  const { op, threadId, traceId, queueId, rootsOnly } = filters;
  const used = [op, threadId, traceId, queueId, rootsOnly].filter(Boolean).length;
  const commitOp = useCallback((value: string) => onChange({ op: value }), [onChange]);
  const commitThread = useCallback((value: string) => onChange({ thread: value }), [onChange]);
  const commitTrace = useCallback((value: string) => onChange({ trace: value }), [onChange]);
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
        <LabelledSearch label="Op name contains" value={op} onCommit={commitOp} />
        <LabelledSearch label="Thread id" value={threadId} onCommit={commitThread} />
        <LabelledSearch label="Trace id" value={traceId} onCommit={commitTrace} />
        <QueueFilter value={queueId} onValueChange={(queue) => onChange({ queue })} />
        <Checkbox
          label="Only the first call of each trace"
          checked={rootsOnly}
          onCheckedChange={(checked) => onChange({ roots: checked ? "1" : null })}
        />
      </div>
    </Popover>
  );
}

function LabelledSearch(props: { label: string; value: string | null; onCommit: (value: string) => void }) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        {props.label}
      </span>
      <SearchInput label={props.label} placeholder="" value={props.value ?? ""} onCommit={props.onCommit} />
    </div>
  );
}
