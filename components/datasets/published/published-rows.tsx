"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { publishedRowsQuery } from "#components/datasets/parts/published-queries.ts";
import { RowList } from "#components/datasets/parts/row-list.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { areRowsHere, lackLabel, lackWords } from "./lack-words.ts";
import { PublishedRow } from "./published-row.tsx";

type PublishedRowsProps = { name: string; version: PublishedVersion };

/** The rows of a version in their order, as the program sent them. */
export function PublishedRows({ name, version }: PublishedRowsProps) {
  const { projectId } = useProject();
  const hasTable = areRowsHere(version);
  const list = useInfiniteQuery({
    ...publishedRowsQuery({ projectId, name, version: `v${version.number}` }),
    enabled: hasTable,
  });
  if (version.lack && !hasTable)
    return <EmptyState title={lackLabel(version.lack)}>{lackWords(version.lack)}</EmptyState>;
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <RowList list={list} rows={rows} none="This version has no rows">
      {({ position, row }) => <PublishedRow position={position} row={row} />}
    </RowList>
  );
}
