"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, FileUp } from "lucide-react";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { TrainingTabs } from "#components/training/jobs/training-tabs.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import { fileJobsQuery, fileListQuery, useDeleteFile } from "./file-queries.ts";
import { FileSheet } from "./file-sheet.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

/** The uploaded files of a project. */
export function FilesPage() {
  const { can } = useProject();
  if (can("models:read")) return <Files />;
  return (
    <>
      <PageHeader title="Training" />
      <NoAccess title="Training files are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Files() {
  const { projectId, can } = useProject();
  const list = useInfiniteQuery(fileListQuery(projectId));
  const [open, setOpen] = useState<UploadedFile | null>(null);
  const [leaving, setLeaving] = useState<UploadedFile | null>(null);
  const [isUploading, setUploading] = useState(false);
  const upload = can("models:write") ? (
    <Button variant="primary" icon={<FileUp />} onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title="Training" actions={upload}>
        <TrainingTabs />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Training files"
        columns={COLUMNS}
        {...listProps(list, "The files")}
        getRowId={({ id }) => id}
        rowLabel={({ filename, rows }) => `${filename}, ${countOf(rows, "row")}`}
        openRowId={open?.id ?? null}
        onOpen={setOpen}
        empty={
          <EmptyState icon={<FileText />} title="No training files yet" actions={upload}>
            A file has one conversation per line, as JSON. Any number of jobs can learn from it.
          </EmptyState>
        }
      />
      {open ? (
        <FileSheet
          file={open}
          onClose={() => setOpen(null)}
          onDelete={can("models:write") ? () => setLeaving(open) : null}
        />
      ) : null}
      {leaving ? (
        <DeleteFile
          file={leaving}
          onClose={(isGone) => {
            setLeaving(null);
            if (isGone) setOpen(null);
          }}
        />
      ) : null}
      {isUploading ? <UploadDialog onClose={() => setUploading(false)} /> : null}
    </>
  );
}

type DeleteFileProps = { file: UploadedFile; onClose: (isGone: boolean) => void };

function DeleteFile({ file, onClose }: DeleteFileProps) {
  const { projectId } = useProject();
  const jobs = useQuery(fileJobsQuery(projectId, file.id));
  const remove = useDeleteFile(projectId);
  const count = jobs.data?.data.length ?? 0;
  const many = jobs.data?.hasMore ? `More than ${count} jobs` : countOf(count, "job");
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose(false);
      }}
      title={`Delete “${file.filename}”?`}
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={() => remove.mutate(file.id, { onSuccess: () => onClose(true) })}
    >
      {count === 0
        ? "No job has used it. This cannot be undone."
        : `${many} used it. Their checkpoints stay, but they can no longer be retried or repeated with this file. This cannot be undone.`}
    </ConfirmDialog>
  );
}

const COLUMNS: readonly DataTableColumn<UploadedFile>[] = [
  {
    id: "name",
    header: "File",
    width: "fill",
    cell: ({ filename, artifact, artifactVersion }) => (
      <span title={filename}>
        <span className="font-medium">{filename}</span>
        {artifact ? (
          <span className="ml-2 text-muted text-xs">
            {artifact}:v{artifactVersion}
          </span>
        ) : null}
      </span>
    ),
  },
  { id: "purpose", header: "Purpose", width: "sm", wideOnly: true, cell: ({ purpose }) => purpose },
  { id: "rows", header: "Rows", width: "xs", align: "end", cell: ({ rows }) => formatCount(rows) },
  {
    id: "tokens",
    header: "Tokens",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ tokenCount, isTokenCountEstimated }) =>
      `${isTokenCountEstimated ? "about " : ""}${formatCount(tokenCount)}`,
  },
  { id: "size", header: "Size", width: "sm", align: "end", cell: ({ bytes }) => formatBytes(bytes) },
  {
    id: "created",
    header: "Uploaded",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={new Date(createdAt * 1_000)} className="text-muted" />,
  },
];
