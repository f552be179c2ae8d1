"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { versionListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { versionColumns } from "#components/datasets/parts/version-columns.tsx";
import { listProps } from "#components/layout/state/list-props.ts";
import { useProject } from "#components/project/project-context.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

const NOTE: DataTableColumn<DatasetVersion> = {
  id: "note",
  header: "Note",
  width: "lg",
  wideOnly: true,
  cell: ({ note }) => note,
};

function rowWords(version: DatasetVersion): string {
  return countsWords(version.counts, version);
}

type VersionsTabProps = { dataset: Dataset; onOpen: (version: DatasetVersion) => void };

/** The versions of a dataset, newest first; opening one shows its rows. */
export function VersionsTab({ dataset, onOpen }: VersionsTabProps) {
  const { projectId } = useProject();
  const list = useInfiniteQuery(versionListQuery(projectId, dataset.id));
  const { personName } = useNaming();
  const columns = useMemo(
    () => versionColumns<DatasetVersion>({ made: "Built", rows: rowWords, more: NOTE, personName }),
    [personName],
  );
  return (
    <DataTable
      className="flex-1"
      label="Versions"
      columns={columns}
      {...listProps(list, "The versions")}
      getRowId={({ id }) => id}
      rowLabel={(version) => `v${version.number}, ${rowWords(version)}`}
      empty={<EmptyState title="No version yet" />}
      onOpen={onOpen}
    />
  );
}
