"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { versionListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

type VersionsTabProps = { dataset: Dataset; onOpen: (version: DatasetVersion) => void };

/** The versions of a dataset, newest first; opening one shows its rows. */
export function VersionsTab({ dataset, onOpen }: VersionsTabProps) {
  const { projectId } = useProject();
  const list = useInfiniteQuery(versionListQuery(projectId, dataset.id));
  const { personName } = useNaming();
  const columns = useMemo<DataTableColumn<DatasetVersion>[]>(
    () => [
      {
        id: "version",
        header: "Version",
        width: "xs",
        cell: ({ number }) => <span className="font-medium">v{number}</span>,
      },
      {
        id: "rows",
        header: "Rows",
        width: "fill",
        cell: ({ counts, retracted }) => countsWords(counts, retracted),
      },
      { id: "note", header: "Note", width: "lg", wideOnly: true, cell: ({ note }) => note },
      {
        id: "by",
        header: "Built by",
        width: "md",
        wideOnly: true,
        cell: ({ createdBy }) => personName(createdBy),
      },
      {
        id: "built",
        header: "Built",
        width: "sm",
        align: "end",
        cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
      },
    ],
    [personName],
  );
  return (
    <DataTable
      className="flex-1"
      label="Versions"
      columns={columns}
      {...listProps(list, "The versions")}
      getRowId={({ id }) => id}
      rowLabel={({ number, counts, retracted }) => `v${number}, ${countsWords(counts, retracted)}`}
      empty={<EmptyState title="No version yet" />}
      onOpen={onOpen}
    />
  );
}
