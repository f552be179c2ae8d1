"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { labelledBy } from "#components/datasets/findings/conflict-words.ts";
import { rowListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { RowList } from "#components/datasets/parts/row-list.tsx";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { RowCard } from "./row-card.tsx";
import { RowFilters, SPLIT_LABELS, useWantedRows } from "./row-filters.tsx";

type RowsTabProps = { dataset: Dataset; version: DatasetVersion };

/** The rows of a version as a model would read them, each with what it was made from and by whom. */
export function RowsTab({ dataset, version }: RowsTabProps) {
  const { projectId, entity, project } = useProject();
  const wanted = useWantedRows();
  const place = { projectId, datasetId: dataset.id, version: `v${version.number}` };
  const list = useInfiniteQuery(rowListQuery(place, wanted));
  const { personName } = useNaming();
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const [queue] = version.recipe.sources.flatMap((source) =>
    source.kind === "queue" ? [source.queueId] : [],
  );
  const queueId = version.recipe.sources.length === 1 ? (queue ?? null) : null;
  const labelled = labelledBy(version);
  const conflictsHref = `${projectHref({ entity, project }, "datasets", dataset.id)}?version=v${version.number}&conflict=1`;
  return (
    <RowList
      list={list}
      rows={rows}
      none={
        wanted.isConflicting
          ? `No ${labelled.what} has different ${labelled.value}s here`
          : "No rows in this part"
      }
      top={<RowFilters version={version} labelled={labelled} count={list.data?.pages[0]?.totalCount} />}
    >
      {(row) => (
        <RowCard
          row={row}
          conflictsHref={conflictsHref}
          label={SPLIT_LABELS[row.split]}
          labelled={labelled}
          personName={personName}
          queueId={queueId}
        />
      )}
    </RowList>
  );
}
