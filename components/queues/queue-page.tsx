"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil, PenLine, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast-store.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Queue } from "#lib/contract/queues.ts";
import { QueueFormDialog } from "./queue-form-dialog.tsx";
import { QueueItems } from "./queue-items.tsx";
import { QueueOverview } from "./queue-overview.tsx";
import { queueQuery, useDeleteQueue } from "./queue-queries.ts";

/** One queue: what it asks, how far it is and by whom, and its items. */
export function QueuePage({ queueId }: { queueId: string }) {
  const { projectId, entity, project } = useProject();
  const queue = useQuery(queueQuery(projectId, queueId));
  const listHref = projectHref({ entity, project }, "queues");
  if (queue.data) return <LoadedQueue queue={queue.data} listHref={listHref} />;
  if (queue.error instanceof ApiError && queue.error.status === 404)
    return (
      <EmptyState
        title="This queue does not exist"
        actions={<ButtonLink href={listHref}>See the queues</ButtonLink>}
      >
        It may have been deleted. What was annotated in it is kept with the calls.
      </EmptyState>
    );
  if (queue.error)
    return (
      <ErrorState
        title="The queue could not be loaded"
        detail={explainError(queue.error)}
        onRetry={() => void queue.refetch()}
        pending={queue.isFetching}
      />
    );
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the queue" lines={6} />
    </div>
  );
}

function LoadedQueue({ queue, listHref }: { queue: Queue; listHref: string }) {
  return (
    <>
      <PageHeader
        title={queue.name}
        back={
          <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Queues
          </ButtonLink>
        }
        actions={<QueueActions queue={queue} listHref={listHref} />}
      />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
        <QueueOverview queue={queue} />
        <QueueItems queueId={queue.id} />
      </div>
    </>
  );
}

function QueueActions({ queue, listHref }: { queue: Queue; listHref: string }) {
  const { entity, project, can } = useProject();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const href = projectHref({ entity, project }, "queues", queue.id, "annotate");
  return (
    <>
      <CopyButton label="Copy link to the desk" text={() => new URL(href, window.location.origin).href} />
      {can("queues:write") ? (
        <>
          <Button icon={<Pencil />} onClick={() => setOpen("edit")}>
            Edit
          </Button>
          <Button icon={<Trash2 />} onClick={() => setOpen("delete")}>
            Delete
          </Button>
        </>
      ) : null}
      {can("queues:annotate") ? (
        <ButtonLink href={href} variant="primary" icon={<PenLine />}>
          Annotate
        </ButtonLink>
      ) : null}
      <QueueFormDialog
        open={open === "edit"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "edit" : null)}
        queue={queue}
      />
      <DeleteQueue
        queue={queue}
        listHref={listHref}
        open={open === "delete"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "delete" : null)}
      />
    </>
  );
}

type DeleteQueueProps = {
  queue: Queue;
  listHref: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function DeleteQueue({ queue, listHref, open, onOpenChange }: DeleteQueueProps) {
  const { projectId } = useProject();
  const router = useRouter();
  const remove = useDeleteQueue(projectId, queue.id);
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ title: `“${queue.name}” was deleted` });
        router.push(listHref);
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the queue “${queue.name}”?`}
      confirmLabel="Delete queue"
      onConfirm={onConfirm}
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
    >
      It leaves the list and cannot be worked on any more. Its calls, and what was annotated, are kept.
    </ConfirmDialog>
  );
}
