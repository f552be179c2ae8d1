"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { CallDetailsProvider, callDetailsLoader } from "#components/calls/parts/use-call-details.ts";
import { placeWords } from "#components/datasets/findings/place-words.ts";
import { rejectionListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { REASONS, REJECTIONS } from "#lib/contract/datasets/rejections.ts";
import { LeftOutItem, LeftOutReason, type Rejected } from "./left-out-cells.tsx";

/** What became no row of a version, and why. */
export function RejectedTab({ version }: { version: DatasetVersion }) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const reason = REASONS.find((one) => one === get("reason")) ?? null;
  const place = { projectId, datasetId: version.datasetId, version: `v${version.number}` };
  const list = useInfiniteQuery(rejectionListQuery(place, reason));
  const reasons = list.data?.pages[0]?.reasons ?? [];
  const columns = useMemo(() => columnsOf(version), [version]);
  const loader = useMemo(() => callDetailsLoader(projectId), [projectId]);
  const shown = { ...list, data: list.data?.pages.flatMap(({ rejections }) => rejections) };
  return (
    <>
      {version.counts.rejected > 0 ? (
        <div className="flex px-4 py-2">
          <FilterSelect
            size="sm"
            className="w-64"
            label="Reason"
            any="Any reason"
            options={reasons.map(({ reason: value, meaning, count }) => ({
              value,
              label: `${meaning} (${formatCount(count)})`,
            }))}
            value={reason}
            onValueChange={(value) => replace({ reason: value })}
          />
        </div>
      ) : null}
      <CallDetailsProvider value={loader}>
        <DataTable
          className="flex-1"
          label="Items left out"
          isTall={version.recipe.sources.some(({ kind }) => kind === "upload" || kind === "version")}
          columns={columns}
          {...listProps(shown, "What was left out")}
          getRowId={({ source, itemId, reason: why, detail }) => `${source} ${itemId} ${why} ${detail}`}
          rowLabel={({ words, place, itemId, reason: why }) =>
            `${words || (place ? placeWords(place) : itemId)}: ${REJECTIONS[why]}`
          }
          empty={
            <EmptyState title="Nothing was left out">Everything in the sources became a row.</EmptyState>
          }
        />
      </CallDetailsProvider>
    </>
  );
}

function columnsOf(version: DatasetVersion): DataTableColumn<Rejected>[] {
  return [
    {
      id: "item",
      header: "Item",
      width: "fill",
      cell: (rejected) => <LeftOutItem rejected={rejected} version={version} />,
    },
    {
      id: "reason",
      header: "Why",
      width: "fill",
      cell: (rejected) => <LeftOutReason rejected={rejected} version={version} />,
    },
  ];
}
