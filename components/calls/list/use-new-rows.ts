import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { countChanges } from "#components/ui/text/count-changes.ts";

type NewRowsOptions<Row, Page, Start> = {
  /** The key of the list; the new rows are dropped with it. */
  queryKey: QueryKey;
  list: Pick<UseInfiniteQueryResult<readonly Row[]>, "data" | "dataUpdatedAt" | "isPlaceholderData">;
  /** Where the first page begins. */
  first: Start;
  /** Reads the first page as it is now. */
  read: (signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => readonly Row[];
  /** Rows of a page; one more may be read, and says only that there is more. */
  pageSize: number;
  idOf: (row: Row) => string;
  versionOf: (row: Row) => string;
  /** Queries to read again when the new rows are shown: counts and sums of the list. */
  beside: readonly QueryKey[];
};

/** Changes come in bursts; the list is looked at again this long after one at the earliest. */
const REST_MS = 2_000;
const NO_CHANGES = { added: 0, changed: 0 };

/**
 * Counts the rows that are new at the top of a list of calls or threads since it was read. When the service reports a change, only the
 * first page is read again, while the list stays as it is; `show` replaces the list with it.
 */
export function useNewRows<Row, Page, Start>(options: NewRowsOptions<Row, Page, Start>) {
  const { queryKey, list, first, read, rowsOf, pageSize, idOf, versionOf, beside } = options;
  const shown = list.isPlaceholderData ? undefined : list.data;
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    queryKey: [...queryKey, "fresh"],
    queryFn: async ({ signal }) => ({ beside: list.dataUpdatedAt, page: await read(signal) }),
    enabled: false,
  });
  // The list may have come with the page, at a time of the service's clock, which need not be the browser's: times are only compared for being the same.
  const fresh = data?.beside === list.dataUpdatedAt ? data.page : undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useProjectLive(["calls"], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refetch();
    }, REST_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const changes =
    fresh !== undefined && shown !== undefined
      ? countChanges(shown, rowsOf(fresh).slice(0, pageSize), { idOf, versionOf })
      : NO_CHANGES;
  const show = () => {
    if (fresh === undefined) return;
    client.setQueryData<InfiniteData<Page, Start>>(queryKey, { pages: [fresh], pageParams: [first] });
    for (const key of beside) void client.invalidateQueries({ queryKey: key });
  };
  return { changes: { ...changes, isAtLeast: changes.added >= pageSize }, show };
}
