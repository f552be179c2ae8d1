"use client";

import { useQuery } from "@tanstack/react-query";
import type { Narrow } from "#components/layout/state/address.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import {
  ANY_QUEUE,
  isFiltered,
  NO_FILTERS,
  NO_QUEUE,
  type ThreadFilters,
  writeTraffic,
} from "#components/threads/queries/thread-filters.ts";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { SwitchFilter } from "#components/ui/filter/switch-filter.tsx";
import { TimeRangeFilter } from "#components/ui/filter/time-range-filter.tsx";

type ThreadFilterBarProps = { filters: ThreadFilters; onChange: Narrow };

/** Bounds of turns and durations are chosen beside their histograms. */
export function ThreadFilterBar({ filters, onChange }: ThreadFilterBarProps) {
  return (
    <FilterBar onClear={isFiltered(filters) ? () => onChange(NO_FILTERS) : null}>
      <SearchInput
        isOfPage
        label="Search thread ids"
        placeholder="Part of an id, or whole ids"
        value={filters.ids ?? ""}
        onCommit={(text, isContinued) => onChange({ ids: text }, isContinued)}
        className="w-full sm:w-56"
      />
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <SwitchFilter
        className="w-46"
        label="Errors"
        texts={{ any: "With or without errors", yes: "With errors", no: "Without errors" }}
        value={filters.errors}
        onChange={(errors) => onChange({ errors })}
      />
      <QueueSelect value={filters.queue} onChange={(queue) => onChange({ queue })} />
      <SwitchFilter
        className="w-52"
        label="Feedback"
        texts={{ any: "With or without feedback", yes: "With feedback", no: "Without feedback" }}
        value={filters.feedback}
        onChange={(feedback) => onChange({ feedback })}
      />
      <SwitchFilter
        className="w-32"
        label="Traffic"
        texts={{ any: "All threads", yes: "Traffic only", no: "Own runs" }}
        value={filters.traffic}
        onChange={(traffic) => onChange({ traffic: writeTraffic(traffic) })}
      />
    </FilterBar>
  );
}

type QueueSelectProps = { value: string | null; onChange: (queue: string | null) => void };

function QueueSelect({ value, onChange }: QueueSelectProps) {
  const { projectId } = useProject();
  const { data: queues } = useQuery(queueChoicesQuery(projectId));
  return (
    <FilterSelect
      className="w-44"
      label="Queue"
      any="In or out of queues"
      options={[
        { value: ANY_QUEUE, label: "In any queue" },
        { value: NO_QUEUE, label: "In no queue" },
        ...(queues ?? []).map(({ id, name, isArchived }) => ({
          value: id,
          label: `In ${name}`,
          ...(isArchived ? { help: "Archived" } : {}),
        })),
      ]}
      value={value}
      unknownLabel={(id) => (queues ? "Unknown queue" : id)}
      onValueChange={onChange}
    />
  );
}
