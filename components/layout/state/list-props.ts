import type { DataTableProps } from "#components/ui/table/data-table-types.ts";
import { explainError } from "./explain-error.ts";

/** What a table needs to know of a query. */
type Asked<Row> = {
  data: readonly Row[] | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
};

/** As `Asked`, of one that is read page by page. */
type Paged<Row> = Asked<Row> & {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The rows of a table and what went wrong with them; `what` begins the sentence that says so: `The keys`. */
export function tableProps<Row>({ data, error, refetch }: Asked<Row>, what: string) {
  return {
    rows: data,
    error: error ? { title: `${what} could not be loaded.`, detail: explainError(error) } : null,
    onRetry: () => void refetch(),
  } satisfies Partial<DataTableProps<Row>>;
}

/** As `tableProps`, with the way to the next page. */
export function listProps<Row>(list: Paged<Row>, what: string) {
  return {
    ...tableProps(list, what),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    onLoadMore: () => void list.fetchNextPage(),
  } satisfies Partial<DataTableProps<Row>>;
}
