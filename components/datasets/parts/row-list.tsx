import type { ReactNode } from "react";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";

type RowListProps<Row> = {
  list: Parameters<typeof QueryError>[0]["query"] & {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  /** Undefined until the first came. */
  rows: readonly Row[] | undefined;
  /** What is said where there are none. */
  none: string;
  /** What stands above them. */
  top?: ReactNode;
  children: (row: Row) => ReactNode;
};

/** Rows of a version in their order, a page at a time. */
export function RowList<Row extends { position: number }>(props: RowListProps<Row>) {
  const { list, rows, none, top, children } = props;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-3 p-4">
        {top}
        {list.error && rows ? <QueryErrorBanner title="More rows could not be loaded." query={list} /> : null}
        {rows ? (
          <ol aria-label="Rows" className="flex flex-col gap-3">
            {rows.map((row) => (
              <li key={row.position} className="min-w-0">
                {children(row)}
              </li>
            ))}
          </ol>
        ) : list.error ? (
          <QueryError title="The rows could not be loaded" query={list} />
        ) : (
          <SkeletonLines label="Loading the rows" lines={8} />
        )}
        {rows?.length === 0 ? <EmptyState title={none} /> : null}
        {list.hasNextPage ? (
          <Button
            className="self-center"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more rows
          </Button>
        ) : null}
      </div>
    </div>
  );
}
