"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { publishedRowsQuery } from "#components/datasets/parts/published-queries.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { PublishedRow } from "./published-row.tsx";

type PublishedRowsProps = { name: string; version: PublishedVersion };

/** The rows of a version in their order, as the program sent them. */
export function PublishedRows({ name, version }: PublishedRowsProps) {
  const { projectId } = useProject();
  const list = useInfiniteQuery(publishedRowsQuery({ projectId, name, version: `v${version.number}` }));
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-3 p-4">
        {list.error && rows ? <QueryErrorBanner title="More rows could not be loaded." query={list} /> : null}
        {rows ? (
          <ol aria-label="Rows" className="flex flex-col gap-3">
            {rows.map(({ position, row }) => (
              <li key={position} className="min-w-0">
                <PublishedRow position={position} row={row} />
              </li>
            ))}
          </ol>
        ) : list.error ? (
          <QueryError title="The rows could not be loaded" query={list} />
        ) : (
          <SkeletonLines label="Loading the rows" lines={8} />
        )}
        {rows?.length === 0 ? <EmptyState title="This version has no rows" /> : null}
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
