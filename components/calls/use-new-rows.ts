import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProjectLive } from "#components/live/use-project-live.ts";
import { countChanges } from "#components/ui/count-changes.ts";

type NewRowsOptions<Row> = {
  /** Names the list; what is read under it is forgotten with it. */
  queryKey: readonly unknown[];
  /** The list as it is shown; undefined until it came. */
  shown: readonly Row[] | undefined;
  /** When that was read, in ms since 1970. */
  shownAt: number;
  /** Reads the first page as it is now. */
  read: (signal: AbortSignal) => Promise<Row[]>;
  /** Rows of a page; one more may be read, and says only that there is more. */
  pageSize: number;
  idOf: (row: Row) => string;
  versionOf: (row: Row) => string;
};

/** Changes come in bursts; the list is looked at again this long after one at the earliest. */
const REST_MS = 2_000;
const NO_CHANGES = { added: 0, changed: 0 };

/**
 * Counts what has come to the top of a list of calls or threads since it was read. The service tells that something changed; the first
 * page alone is then read again, beside what is shown. `fresh` is that page.
 */
export function useNewRows<Row>(options: NewRowsOptions<Row>) {
  const { queryKey, shown, shownAt, read, pageSize, idOf, versionOf } = options;
  const {
    data: fresh,
    dataUpdatedAt: freshAt,
    refetch,
  } = useQuery({
    queryKey: [...queryKey, "fresh"],
    queryFn: ({ signal }) => read(signal),
    enabled: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useProjectLive(["calls"], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refetch();
    }, REST_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const isNewer = fresh !== undefined && shown !== undefined && freshAt > shownAt;
  const changes = isNewer ? countChanges(shown, fresh.slice(0, pageSize), { idOf, versionOf }) : NO_CHANGES;
  return { fresh, changes: { ...changes, isAtLeast: changes.added >= pageSize } };
}
