"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { rowListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { type DatasetVersion, SPLITS, type Split } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { RowCard } from "./row-card.tsx";

const SPLIT_LABELS: { [S in Split]: string } = { train: "To train", held_out: "Held out" };

type RowsTabProps = { dataset: Dataset; version: DatasetVersion };

/** The rows of a version as a model would read them, each with what it was made from and by whom. */
export function RowsTab({ dataset, version }: RowsTabProps) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const split = SPLITS.find((one) => one === get("split")) ?? null;
  const place = { projectId, datasetId: dataset.id, version: `v${version.number}` };
  const list = useInfiniteQuery(rowListQuery(place, split));
  const { personName } = useNaming();
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const [queue] = version.recipe.sources.flatMap((source) =>
    source.kind === "queue" ? [source.queueId] : [],
  );
  const queueId = version.recipe.sources.length === 1 ? (queue ?? null) : null;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-3 p-4">
        {version.counts.heldOut > 0 ? (
          <FilterSelect
            size="sm"
            className="w-40"
            label="Part"
            any="All rows"
            options={SPLITS.map((value) => ({ value, label: SPLIT_LABELS[value] }))}
            value={split}
            onValueChange={(value) => replace({ split: value })}
          />
        ) : null}
        {list.error && rows ? <QueryErrorBanner title="More rows could not be loaded." query={list} /> : null}
        {rows ? (
          <ol aria-label="Rows" className="flex flex-col gap-3">
            {rows.map((row) => (
              <li key={row.position} className="min-w-0">
                <RowCard
                  row={row}
                  label={SPLIT_LABELS[row.split]}
                  personName={personName}
                  queueId={queueId}
                />
              </li>
            ))}
          </ol>
        ) : list.error ? (
          <QueryError title="The rows could not be loaded" query={list} />
        ) : (
          <SkeletonLines label="Loading the rows" lines={8} />
        )}
        {rows?.length === 0 ? <EmptyState title="No rows in this part" /> : null}
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
