"use client";

import { Chip } from "#components/ui/button/chip.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { FilterBar } from "./page-header.tsx";
import { useSearchState } from "./use-search-state.ts";

/** What narrows a list of named things, in the page's address. */
export function useNameFilters() {
  const { get, narrow } = useSearchState();
  return {
    name: get("name") ?? "",
    isArchived: get("show") === "archived",
    clear: () => narrow({ name: null, show: null }),
  };
}

/** The name, and the archived ones where the list `hasArchive`. */
export function NameFilterBar({ hasArchive = false }: { hasArchive?: boolean }) {
  const { narrow } = useSearchState();
  const { isArchived } = useNameFilters();
  return (
    <FilterBar>
      <NameFilter />
      {hasArchive ? (
        <Chip isOn={isArchived} onClick={() => narrow({ show: isArchived ? null : "archived" })}>
          Archived
        </Chip>
      ) : null}
    </FilterBar>
  );
}

export function NameFilter() {
  const { narrow } = useSearchState();
  const { name } = useNameFilters();
  return (
    <SearchInput
      className="w-full sm:w-64"
      isOfPage
      label="Filter by name"
      value={name}
      onCommit={(text, isContinued) => narrow({ name: text }, isContinued)}
    />
  );
}
