import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
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
  /** How many rows the whole list has, where that is quickly counted. */
  total: Total | null;
};

/** Null where it is too many to count. */
export type Total = {
  /** As the page shows it beside the list. */
  known: () => Promise<number | null>;
  now: (signal: AbortSignal) => Promise<number | null>;
};

/** Changes come in bursts; the list is looked at again this long after one at the earliest. */
const REST_MS = 2_000;
const NO_CHANGES = { added: 0, changed: 0, isAtLeast: false };

/**
 * Counts the rows that are new in a list of calls or threads since it was read. When the service reports a change, only the first page is read
 * again, while the list stays as it is; `show` replaces the list with it. What came further down is known by how much the whole list grew.
 */
export function useNewRows<Row, Page, Start>(options: NewRowsOptions<Row, Page, Start>) {
  const { queryKey, list, first, read, rowsOf, beside, total } = options;
  const shown = list.isPlaceholderData ? undefined : list.data;
  const client = useQueryClient();
  const start = client.getQueryData<InfiniteData<Page, Start>>(queryKey)?.pages[0];
  const totalBefore = useTotalBefore(start, total);
  const freshKey = [...queryKey, "fresh"];
  const { data, refetch } = useQuery({
    queryKey: freshKey,
    queryFn: async ({ signal }) => {
      const [page, before, now] = await Promise.all([
        read(signal),
        totalBefore.known.current,
        total?.now(signal) ?? null,
      ]);
      return { start, page, grown: before === null || now === null ? null : now - before };
    },
    enabled: false,
    // Which list it belongs to is known by its first page, which is the same object for as long as the list is.
    structuralSharing: false,
  });
  const fresh = data && data.start === start ? data : undefined;
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
      ? changesIn(shown, { rows: rowsOf(fresh.page), grown: fresh.grown }, options)
      : NO_CHANGES;
  const show = () => {
    if (fresh === undefined) return;
    client.setQueryData<InfiniteData<Page, Start>>(queryKey, { pages: [fresh.page], pageParams: [first] });
    // What came below the first page leaves it as it was.
    client.removeQueries({ queryKey: freshKey });
    for (const key of beside) void client.invalidateQueries({ queryKey: key });
    totalBefore.note();
  };
  return { changes, show };
}

type Fresh<Row> = { rows: readonly Row[]; grown: number | null };

function changesIn<Row>(
  shown: readonly Row[],
  { rows, grown }: Fresh<Row>,
  { pageSize, ...by }: Pick<NewRowsOptions<Row, unknown, unknown>, "pageSize" | "idOf" | "versionOf">,
) {
  const { added, changed, areMixed } = countChanges(shown, rows.slice(0, pageSize), by);
  const isFull = rows.length >= pageSize;
  return {
    added: Math.max(added, grown ?? 0),
    changed,
    isAtLeast: grown === null && isFull && (areMixed || added >= pageSize),
  };
}

/** What the list had in all when its first page was read. */
function useTotalBefore(start: unknown, total: Total | null) {
  const known = useRef<Promise<number | null>>(Promise.resolve(null));
  const note = () => {
    // Without the number the first page is counted alone.
    known.current = total?.known().catch(() => null) ?? Promise.resolve(null);
  };
  const noteFirst = useEffectEvent(note);
  useEffect(() => {
    if (start !== undefined) noteFirst();
  }, [start]);
  return { known, note };
}
