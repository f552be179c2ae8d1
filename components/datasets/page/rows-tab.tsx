"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { labelledBy } from "#components/datasets/parts/conflict-words.ts";
import { rowListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { RowList } from "#components/datasets/parts/row-list.tsx";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { type DatasetVersion, SPLITS, type Split } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { RowCard } from "./row-card.tsx";

const SPLIT_LABELS: { [S in Split]: string } = { train: "To train", held_out: "Held out" };

type RowsTabProps = { dataset: Dataset; version: DatasetVersion };

/** The rows of a version as a model would read them, each with what it was made from and by whom. */
export function RowsTab({ dataset, version }: RowsTabProps) {
  const { projectId, entity, project } = useProject();
  const { get, replace } = useSearchState();
  const split = SPLITS.find((one) => one === get("split")) ?? null;
  const isConflicting = get("conflict") === "1";
  const place = { projectId, datasetId: dataset.id, version: `v${version.number}` };
  const list = useInfiniteQuery(rowListQuery(place, { split, isConflicting }));
  const { personName } = useNaming();
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const [queue] = version.recipe.sources.flatMap((source) =>
    source.kind === "queue" ? [source.queueId] : [],
  );
  const queueId = version.recipe.sources.length === 1 ? (queue ?? null) : null;
  const { heldOut, conflicts } = version.counts;
  const labelled = labelledBy(version.recipe);
  const conflictsHref = `${projectHref({ entity, project }, "datasets", dataset.id)}?version=v${version.number}&conflict=1`;
  const hasConflicts = isConflicting || (conflicts?.prompts ?? 0) > 0;
  const parts =
    heldOut > 0 || hasConflicts ? (
      <div className="flex flex-wrap gap-2">
        {heldOut > 0 ? (
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
        {hasConflicts ? (
          <FilterSelect
            size="sm"
            className="w-64"
            label="Labels"
            any="Any labels"
            options={[{ value: "1", label: `Same ${labelled}, different labels` }]}
            value={isConflicting ? "1" : null}
            onValueChange={(value) => replace({ conflict: value })}
          />
        ) : null}
      </div>
    ) : null;
  return (
    <RowList
      list={list}
      rows={rows}
      none={isConflicting ? `No ${labelled} has different labels here` : "No rows in this part"}
      top={parts}
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
