"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { FilterBar } from "#components/layout/page-header.tsx";
import type { SearchPatch } from "#components/layout/use-search-state.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/queue-queries.ts";
import { Button } from "#components/ui/button.tsx";
import { SearchInput } from "#components/ui/search-input.tsx";
import { Select } from "#components/ui/select.tsx";
import { TimeRangeFilter } from "#components/ui/time-range-filter.tsx";
import { ANY_QUEUE, isFiltered, NO_FILTERS, NO_QUEUE, type ThreadFilters } from "./thread-filters.ts";

type ThreadFilterBarProps = { filters: ThreadFilters; onChange: (patch: SearchPatch) => void };

const ALL = "all";

/** Bounds of turns and durations are chosen beside their histograms. */
export function ThreadFilterBar({ filters, onChange }: ThreadFilterBarProps) {
  const commitIds = useCallback((text: string) => onChange({ ids: text }), [onChange]);
  return (
    <FilterBar>
      <SearchInput
        label="Search thread ids"
        placeholder="Part of an id, or whole ids"
        value={filters.ids ?? ""}
        onCommit={commitIds}
        className="w-full sm:w-72"
      />
      <TimeRangeFilter value={filters.time} onValueChange={(range) => onChange({ ...range })} />
      <SwitchFilter
        label="Errors"
        texts={{ any: "Errors or not", yes: "With errors", no: "Without errors" }}
        value={filters.errors}
        onChange={(errors) => onChange({ errors })}
      />
      <QueueSelect value={filters.queue} onChange={(queue) => onChange({ queue })} />
      <SwitchFilter
        label="Feedback"
        texts={{ any: "Feedback or not", yes: "With feedback", no: "Without feedback" }}
        value={filters.feedback}
        onChange={(feedback) => onChange({ feedback })}
      />
      {isFiltered(filters) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}

type SwitchFilterProps = {
  label: string;
  texts: { any: string; yes: string; no: string };
  value: boolean | null;
  /** As the address holds it. */
  onChange: (value: "1" | "0" | null) => void;
};

function SwitchFilter({ label, texts, value, onChange }: SwitchFilterProps) {
  return (
    <span className="w-40">
      <Select
        aria-label={label}
        value={value === null ? ALL : value ? "1" : "0"}
        onValueChange={(picked) => onChange(picked === "1" || picked === "0" ? picked : null)}
        options={[
          { value: ALL, label: texts.any },
          { value: "1", label: texts.yes },
          { value: "0", label: texts.no },
        ]}
      />
    </span>
  );
}

function QueueSelect({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (queue: string | null) => void;
}) {
  const { projectId } = useProject();
  const { data: queues } = useQuery(queueChoicesQuery(projectId));
  const options = [
    { value: ALL, label: "In a queue or not" },
    { value: ANY_QUEUE, label: "In any queue" },
    { value: NO_QUEUE, label: "In no queue" },
    ...(queues ?? []).map(({ id, name }) => ({ value: id, label: `In ${name}` })),
  ];
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <span className="w-40">
      <Select
        aria-label="Queue"
        value={value ?? ALL}
        onValueChange={(picked) => onChange(picked === ALL ? null : picked)}
        options={isKnown || value === null ? options : [...options, { value, label: value }]}
      />
    </span>
  );
}
