"use client";

import { useCallback } from "react";
import { FilterBar } from "#components/layout/page-header.tsx";
import type { SearchPatch } from "#components/layout/use-search-state.ts";
import { Button } from "#components/ui/button.tsx";
import { SearchInput } from "#components/ui/search-input.tsx";
import { isAnyTime } from "#components/ui/time-range.ts";
import { TimeRangeFilter } from "#components/ui/time-range-filter.tsx";
import type { ThreadFilters } from "./thread-queries.ts";

type ThreadFilterBarProps = { filters: ThreadFilters; onChange: (patch: SearchPatch) => void };

export function ThreadFilterBar({ filters, onChange }: ThreadFilterBarProps) {
  const { time, threadIds } = filters;
  const isFiltered = !isAnyTime(time) || threadIds.length > 0;
  const commitIds = useCallback((text: string) => onChange({ ids: text }), [onChange]);
  return (
    <FilterBar>
      <SearchInput
        label="Thread ids"
        placeholder="Whole thread ids, separated by commas"
        value={threadIds.join(", ")}
        onCommit={commitIds}
        className="w-full sm:w-80"
      />
      <TimeRangeFilter value={time} onValueChange={(range) => onChange({ ...range })} />
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => onChange({ since: null, after: null, before: null, ids: null })}
        >
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
