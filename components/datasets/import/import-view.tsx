"use client";

import type { LineFault } from "#components/training/new/file-faults.ts";
import { LineFaults, Uploading } from "#components/training/new/file-states.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { FilesButton } from "#components/ui/field/file-drop.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";
import { ACCEPTED } from "./accepted.ts";
import { ColumnChoices, ColumnLack } from "./column-choices.tsx";
import type { Table } from "./read-table.ts";

type ImportViewProps = {
  names: readonly string[];
  state: {
    isReading: boolean;
    /** The first table among the files. */
    table: Table | null;
    columns: Columns | null;
    /** Whether nobody has chosen what they are yet. */
    isProposed: boolean;
    /** How far the upload is, from 0 to 1; null while nothing is sent. */
    share: number | null;
    faults: readonly LineFault[];
    fault: string | null;
  };
  /** What of the columns must still be said. */
  lack: string | null;
  onColumns: (columns: Columns) => void;
  onSend: () => void;
  onFiles: (files: readonly File[]) => void;
  onClose: () => void;
};

/** What files of rows are, how far they are, and what is wrong with them. */
export function ImportView({ names, state, lack, onColumns, onSend, onFiles, onClose }: ImportViewProps) {
  const { isReading, table, columns, isProposed, share, faults, fault } = state;
  const title = names.length === 1 ? (names[0] ?? "") : countOf(names.length, "file");
  const isSending = share !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title="Import rows"
      description={
        names.length > 1
          ? `From ${names.join(", ")}. Files called train and test become the splits.`
          : `From ${title}. What its rows are for is asked next.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {table && columns ? (
            <Button variant="primary" pending={isSending} disabled={lack !== null} onClick={onSend}>
              Import
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          {/* What one most likely wants of the dialog before anything is sent, and so where the focus begins. */}
          <FilesButton accept={ACCEPTED} label="Other files of rows" size="sm" onFiles={onFiles}>
            Choose other files
          </FilesButton>
        </div>
        {isReading ? <SkeletonLines label="Looking into the files" lines={4} /> : null}
        {table && columns && !isSending ? (
          <ColumnChoices table={table} columns={columns} isProposed={isProposed} onChange={onColumns} />
        ) : null}
        {isSending ? <Uploading name={title} share={share} onCancel={onClose} /> : null}
        {isSending ? null : <ColumnLack lack={lack} />}
        {faults.length > 0 ? <LineFaults names={names} faults={faults} /> : <FieldError error={fault} />}
      </div>
    </Dialog>
  );
}
