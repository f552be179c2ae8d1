"use client";

import { useMemo } from "react";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";

type VersionsProps = {
  versions: readonly PublishedVersion[];
  onOpen: (version: PublishedVersion) => void;
};

/** The versions that programs published, newest first; opening one shows its rows. */
export function PublishedVersions({ versions, onOpen }: VersionsProps) {
  const { personName } = useNaming();
  const columns = useMemo<DataTableColumn<PublishedVersion>[]>(
    () => [
      {
        id: "version",
        header: "Version",
        width: "xs",
        cell: ({ number }) => <span className="font-medium">v{number}</span>,
      },
      { id: "rows", header: "Rows", width: "fill", cell: ({ rows }) => countOf(rows, "row") },
      {
        id: "digest",
        header: "Digest",
        width: "lg",
        wideOnly: true,
        cell: ({ digest }) => <IdChip id={digest} kind="digest" keep={20} />,
      },
      {
        id: "by",
        header: "Published by",
        width: "md",
        wideOnly: true,
        cell: ({ createdBy }) => personName(createdBy),
      },
      {
        id: "published",
        header: "Published",
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
      rows={versions}
      getRowId={({ digest }) => digest}
      rowLabel={({ number, rows }) => `v${number}, ${countOf(rows, "row")}`}
      empty={<EmptyState title="No version yet" />}
      onOpen={onOpen}
    />
  );
}
