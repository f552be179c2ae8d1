"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ColumnChoices, ColumnLack } from "#components/datasets/import/column-choices.tsx";
import { KIND_LABELS, METHODS } from "#components/datasets/parts/dataset-texts.ts";
import { publishedRowsQuery } from "#components/datasets/parts/published-queries.ts";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import { trainingOn } from "#components/datasets/parts/training-on.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";
import { withNamedColumns } from "#lib/datasets/import/named-columns.ts";
import { proposeColumns } from "#lib/datasets/import/propose-columns.ts";
import { readNamed, type ShownRow, tableOfRows } from "./named-rows.ts";

type NameColumnsProps = {
  version: { name: string; number: number; ref: string };
  onClose: () => void;
  onMake: (columns: Columns, kind: DatasetKind) => void;
};

/** Says what the columns are of rows that a program published, as an import asks it of a table, and what the rows are then. */
export function NameColumnsDialog({ version, onClose, onMake }: NameColumnsProps) {
  const { projectId } = useProject();
  const { name, number } = version;
  const list = useInfiniteQuery(publishedRowsQuery({ projectId, name, version: `v${number}` }));
  const rows = useMemo(() => list.data?.pages[0]?.rows.map(({ row }) => row), [list.data]);
  const table = useMemo(() => (rows ? tableOfRows(name, rows) : null), [rows, name]);
  const [chosen, setChosen] = useState<Columns | null>(null);
  const columns = chosen ?? (table ? proposeColumns(table) : {});
  const { kind, lack, shown, unread } = readNamed(rows ?? [], columns);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title="Name the columns"
      description={`Of v${number} of ${name}. Its rows do not change: they are read by what is said here.`}
      notice={
        table && lack === null && unread.length > 0 ? (
          <Unread unread={unread} of={rows?.length ?? 0} isAll={!list.hasNextPage} />
        ) : null
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {table && kind && lack === null ? (
            <Acts
              version={version}
              columns={columns}
              kind={kind}
              isWhole={unread.length === 0}
              onMake={onMake}
            />
          ) : null}
        </>
      }
    >
      {table ? (
        <div className="flex min-w-0 flex-col gap-4">
          <ColumnChoices table={table} columns={columns} isProposed={chosen === null} onChange={setChosen} />
          <ColumnLack lack={lack} />
          {kind && lack === null ? <Read rows={shown} kind={kind} /> : null}
        </div>
      ) : list.error ? (
        <QueryError title="The rows could not be loaded" query={list} />
      ) : (
        <SkeletonLines label="Loading the rows" lines={6} />
      )}
    </Dialog>
  );
}

type UnreadProps = { unread: readonly ShownRow[]; of: number; isAll: boolean };

/** How many of the rows that are looked at cannot be read, with the first of them, and what becomes of those. */
function Unread({ unread, of, isAll }: UnreadProps) {
  const [first] = unread;
  if (!first) return null;
  const all = isAll ? `${formatCount(of)} rows` : `first ${formatCount(of)} rows`;
  return (
    <p role="status" className="text-warning-ink">
      {formatCount(unread.length)} of the {all} {unread.length === 1 ? "is" : "are"} no row to learn from, the
      first of them row {formatCount(first.position + 1)}: {first.fault}. A job on all rows would fail; a
      dataset leaves such rows out.
    </p>
  );
}

function isSaid(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** Without the sides where nothing was said. */
function saidOf(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => name !== "completion" || isSaid(value)),
  );
}

function Read({ rows, kind }: { rows: readonly ShownRow[]; kind: DatasetKind }) {
  return (
    <section aria-label="Its first rows, read so" className="flex min-w-0 flex-col gap-2">
      <h3 className="flex items-center gap-2 font-medium text-sm">
        Its first rows, read so <Badge>{KIND_LABELS[kind]}</Badge>
      </h3>
      <ol className="flex flex-col gap-2">
        {rows.map(({ position, row, fault }) => (
          <li key={position} className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
            {fault === null || isSaid(row.prompt) ? <RowBody row={saidOf(row)} /> : null}
            {fault === null ? null : (
              <p className="break-words text-sm text-warning-ink">Not a row to learn from: {fault}.</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

type ActsProps = Pick<NameColumnsProps, "version" | "onMake"> & {
  columns: Columns;
  kind: DatasetKind;
  /** Whether each row that was looked at can be learned from. */
  isWhole: boolean;
};

/** Prompts alone are asked by way of a dataset, and so is what has rows to leave out; all else is trained on at once as well. */
function Acts({ version: { number, ref }, columns, kind, isWhole, onMake }: ActsProps) {
  const { entity, project, can } = useProject();
  const how = METHODS[kind];
  const mayTrain = how && isWhole && can("training:write");
  const job = how
    ? trainingOn(withNamedColumns(ref, columns), how, { holdsOut: columns.split !== undefined })
    : "";
  return (
    <>
      {can("datasets:write") ? (
        <Button variant={mayTrain ? "secondary" : "primary"} onClick={() => onMake(columns, kind)}>
          Make a dataset
        </Button>
      ) : null}
      {mayTrain ? (
        <ButtonLink href={`${projectHref({ entity, project }, "training", "new")}?${job}`} variant="primary">
          Train on v{number}
        </ButtonLink>
      ) : null}
    </>
  );
}
