import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { Sort } from "#components/ui/table/data-table.tsx";

type Asked = {
  data: { rows: readonly unknown[]; searchedTo: string | null } | undefined;
  dataUpdatedAt: number;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
};

/** How far a list was searched, and continuing from there. */
export type FurtherSearch = {
  direction: Sort["direction"];
  /** When the last call started that was looked at; null unless the search was cut short. */
  searchedTo: string | null;
  found: number;
  isSearching: boolean;
  onFurther: () => void;
  onStop: () => void;
};

/** Once somebody has asked, the search continues page by page until it has found something more, is at the end, or is stopped. */
export function useFurtherSearch(list: Asked, direction: Sort["direction"]): FurtherSearch {
  const { data, dataUpdatedAt, isFetching, isPlaceholderData, error } = list;
  const searchedTo = isPlaceholderData ? null : (data?.searchedTo ?? null);
  const found = data?.rows.length ?? 0;
  // How many calls were there when somebody asked.
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const isSearching = askedAt === found && searchedTo !== null && error === null;
  const readOn = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (isSearching && !isFetching && dataUpdatedAt > 0) readOn();
  }, [isSearching, isFetching, dataUpdatedAt]);
  return {
    direction,
    searchedTo,
    found,
    isSearching,
    onFurther: useCallback(() => setAskedAt(found), [found]),
    onStop: useCallback(() => setAskedAt(null), []),
  };
}
