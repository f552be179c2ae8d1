"use client";

import { useMemo } from "react";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { versionColumns } from "#components/datasets/parts/version-columns.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { rowWords } from "./lack-words.ts";

const DIGEST: DataTableColumn<PublishedVersion> = {
  id: "digest",
  header: "Digest",
  width: "lg",
  wideOnly: true,
  cell: ({ digest }) => <IdChip id={digest} kind="digest" keep={20} />,
};

function shownRows(version: PublishedVersion): string {
  return rowWords(version) ?? "not here";
}

type VersionsProps = {
  versions: readonly PublishedVersion[];
  onOpen: (version: PublishedVersion) => void;
};

/** The versions that programs published, newest first; opening one shows its rows. */
export function PublishedVersions({ versions, onOpen }: VersionsProps) {
  const { personName } = useNaming();
  const columns = useMemo(
    () => versionColumns<PublishedVersion>({ made: "Published", rows: shownRows, more: DIGEST, personName }),
    [personName],
  );
  return (
    <DataTable
      className="flex-1"
      label="Versions"
      columns={columns}
      rows={versions}
      getRowId={({ digest }) => digest}
      rowLabel={(version) => `v${version.number}, ${shownRows(version)}`}
      empty={<EmptyState title="No version yet" />}
      onOpen={onOpen}
    />
  );
}
