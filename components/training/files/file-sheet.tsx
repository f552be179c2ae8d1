"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Play, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { readMessage, textMessage } from "#lib/contract/conversation/read-message.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import { downloadHref, fileJobsQuery, filePreviewQuery } from "./file-queries.ts";
import { messagesOf } from "./row-messages.ts";

type FileSheetProps = { file: UploadedFile; onClose: () => void; onDelete: (() => void) | null };

/** What is in a file and what was made of it. */
export function FileSheet({ file, onClose, onDelete }: FileSheetProps) {
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={file.filename}
      width="md"
      footer={
        <div className="flex flex-wrap gap-2">
          <Button icon={<Download />} onClick={() => saveFrom(downloadHref(file.id), file.filename)}>
            Download
          </Button>
          {onDelete ? (
            <Button icon={<Trash2 />} onClick={onDelete}>
              Delete
            </Button>
          ) : null}
        </div>
      }
    >
      <div className="flex flex-col gap-5 p-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          {countOf(file.rows, "row")} · {file.isTokenCountEstimated ? "about " : ""}
          {formatCount(file.tokenCount)} tokens · {formatBytes(file.bytes)} · {file.purpose}
          <IdChip id={file.id} kind="file id" keep={9} />
        </p>
        <Part title="Used by">
          <Jobs fileId={file.id} />
        </Part>
        <Part title="First rows">
          <Preview fileId={file.id} />
        </Part>
      </div>
    </Sheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 font-medium text-sm">{title}</h2>
      {children}
    </section>
  );
}

function Jobs({ fileId }: { fileId: string }) {
  const { projectId, entity, project } = useProject();
  const jobs = useQuery(fileJobsQuery(projectId, fileId));
  if (jobs.error) return <p className="text-danger-ink text-sm">{explainError(jobs.error)}</p>;
  if (!jobs.data) return <SkeletonLines label="Loading the jobs" lines={2} />;
  if (jobs.data.data.length === 0)
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Play aria-hidden="true" className="size-3.5" /> No job has used it yet.
      </p>
    );
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {jobs.data.data.map(({ id, name, state, waitingFor, createdAt }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <Link
            href={projectHref({ entity, project }, "training", id)}
            className="min-w-0 truncate rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
          >
            {name ?? `Job of ${id.slice(-6)}`}
          </Link>
          <JobStateBadge state={state} waitingFor={waitingFor} />
          <Time value={createdAt} className="text-muted text-xs" />
        </li>
      ))}
      {jobs.data.hasMore ? <li className="text-muted text-xs">and more before these</li> : null}
    </ul>
  );
}

function Preview({ fileId }: { fileId: string }) {
  const lines = useQuery(filePreviewQuery(fileId));
  if (lines.error) return <p className="text-danger-ink text-sm">{explainError(lines.error)}</p>;
  if (!lines.data) return <SkeletonLines label="Loading the first rows" lines={6} />;
  return (
    <ol className="flex flex-col gap-3">
      {lines.data.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids; their order is fixed.
        <li key={at} className="min-w-0 rounded-md border border-line p-3">
          <Row line={line} number={at + 1} />
        </li>
      ))}
    </ol>
  );
}

/** A row as a conversation; what is cut off or none stands as it is. */
function Row({ line, number }: { line: string; number: number }) {
  const messages = messagesOf(line);
  return (
    <article aria-label={`Row ${number}`} className="flex min-w-0 flex-col gap-3">
      {messages.length === 0 ? (
        <pre className="whitespace-pre-wrap break-words text-muted text-xs">{line.slice(0, 2_000)}</pre>
      ) : (
        messages.map((message, at) => (
          <MessageBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids; their order is fixed.
            key={at}
            message={
              readMessage({ value: message, path: "" }, "inputs") ??
              textMessage("message", JSON.stringify(message), "inputs")
            }
          />
        ))
      )}
    </article>
  );
}
