"use client";

import { Search, Square } from "lucide-react";
import { useMemo } from "react";
import type { FurtherSearch } from "#components/calls/parts/use-further-search.ts";
import { Button } from "#components/ui/button/button.tsx";
import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { countOf, formatMoment } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";

/** Below the calls that a search has found before its time was over; in a short window at the foot of what is in sight. */
export function SearchedSoFar(search: FurtherSearch) {
  if (search.searchedTo === null) return null;
  return (
    <section
      aria-label="Search"
      className="sticky bottom-0 z-1 flex shrink-0 items-center gap-3 border-line border-t bg-surface px-4 py-2 text-sm"
    >
      <p aria-live="polite" className="min-w-0 flex-1 text-muted">
        <Reach {...search} searchedTo={search.searchedTo} />
        <span className="max-sm:hidden">; {countOf(search.found, "call")} found so far</span>
      </p>
      <FurtherButton {...search} />
    </section>
  );
}

/** In place of the calls that it has not found yet. */
export function NothingFoundSoFar(search: FurtherSearch) {
  if (search.searchedTo === null) return null;
  return (
    <EmptyState icon={<Search />} title="Nothing found so far" actions={<FurtherButton {...search} />}>
      <p aria-live="polite">
        <Reach {...search} searchedTo={search.searchedTo} />
      </p>
    </EmptyState>
  );
}

function Reach({ direction, searchedTo, isSearching }: FurtherSearch & { searchedTo: string }) {
  const drawnAt = useDrawnAt();
  const isHydrated = useHydrated();
  const at = formatMoment(new Date(searchedTo), new Date(drawnAt), isHydrated ? undefined : "UTC");
  return (
    <>
      {isSearching ? "Searching, now at" : direction === "desc" ? "Searched back to" : "Searched up to"}{" "}
      <time dateTime={searchedTo} className="font-medium text-ink tabular-nums">
        {at}
      </time>
    </>
  );
}

/** One button, so that the focus stays where it is when the search starts and stops. */
function FurtherButton({ isSearching, onFurther, onStop }: FurtherSearch) {
  useShortcuts(
    "Search",
    useMemo(
      () => [
        isSearching
          ? { keys: "f", label: "Stop searching", run: onStop }
          : { keys: "f", label: "Search further", run: onFurther },
      ],
      [isSearching, onFurther, onStop],
    ),
  );
  return (
    <Button size="sm" icon={isSearching ? <Square /> : <Search />} onClick={isSearching ? onStop : onFurther}>
      {isSearching ? "Stop" : "Search further"}
    </Button>
  );
}
