"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { draftOf, NEW_QUEUE } from "#components/queues/parts/queue-draft.ts";
import { annotationFieldsQuery, askedFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { QueueForm } from "./queue-form.tsx";

type QueueFormSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The queue to change; null makes a new one. */
  queue: Queue | null;
  onSaved?: (queueId: string) => void;
};

/** All that is said of a queue on one plane, beside the form as annotators will see it. Changes are not lost by a slip. */
export function QueueFormSheet({ open, onOpenChange, queue, onSaved }: QueueFormSheetProps) {
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => {
    setLeaving(false);
    setChanged(false);
    onOpenChange(false);
  };
  const ask = () => (isChanged ? setLeaving(true) : close());
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={(isOpen) => {
          if (!isOpen) ask();
        }}
        title={queue ? "Edit queue" : "New queue"}
        width="xl"
      >
        {open ? (
          <LoadedForm
            queue={queue}
            onCancel={ask}
            onChanged={setChanged}
            onSaved={(queueId) => {
              close();
              onSaved?.(queueId);
            }}
          />
        ) : null}
      </Sheet>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={queue ? "Discard your changes?" : "Discard the new queue?"}
        confirmLabel="Discard"
        onConfirm={close}
      >
        Your changes are not saved yet.
      </ConfirmDialog>
    </>
  );
}

type LoadedFormProps = {
  queue: Queue | null;
  onCancel: () => void;
  onChanged: (isChanged: boolean) => void;
  onSaved: (queueId: string) => void;
};

/** The fields a queue asks for are known only by reference; the form waits until they are read. */
function LoadedForm({ queue: current, ...rest }: LoadedFormProps) {
  const { projectId } = useProject();
  // The form keeps the queue as it was opened: a change by others must not discard entries.
  const [queue] = useState(current);
  const asked = useQuery(askedFieldsQuery(projectId, queue?.scorerRefs ?? []));
  const known = useQuery(annotationFieldsQuery(projectId));
  const error = asked.error ?? known.error;
  // A later refresh must not take the form away with what was entered.
  if (error && !(asked.data && known.data))
    return (
      <ErrorBanner
        title="The questions could not be loaded."
        detail={explainError(error)}
        onRetry={() => void Promise.all([asked.refetch(), known.refetch()])}
      />
    );
  if (!asked.data || !known.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the questions" lines={6} />
      </div>
    );
  const initial = queue ? draftOf(queue, asked.data) : NEW_QUEUE;
  return <QueueForm {...rest} queue={queue} initial={initial} knownFields={known.data} />;
}
