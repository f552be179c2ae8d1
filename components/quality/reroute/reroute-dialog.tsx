"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CancelChoice } from "#components/datasets/retract/cancel-choice.tsx";
import { Impact } from "#components/datasets/retract/impact.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field, FieldError } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { type Rerouted, reroutePreviewQuery, useReroute, useUndoReroute } from "./reroute-queries.ts";
import { doneWords, rerouteSentences } from "./reroute-text.ts";

type RerouteDialogProps = { person: { annotatorUserId: string; name: string }; onClose: () => void };

/** Gives somebody's items to others, once it was shown what that does. */
export function RerouteDialog({ person: { annotatorUserId, name }, onClose }: RerouteDialogProps) {
  const { projectId, can } = useProject();
  const place = { projectId, queueId: useQueue().id };
  const mayRetract = can("datasets:write");
  const [retract, setRetract] = useState(mayRetract);
  const [cancelsJobs, setCancelsJobs] = useState(false);
  const [reason, setReason] = useState("");
  const preview = useQuery(reroutePreviewQuery(place, { annotatorUserId, retract }));
  const learning = retract ? preview.data?.impact : null;
  const cancelJobs = cancelsJobs && (learning?.cancellableJobCount ?? 0) > 0;
  const reroute = useReroute(place);
  const report = useReport(place, name);
  const begin = () =>
    carryOut(
      reroute,
      { annotatorUserId, retract, reason: reason.trim(), cancelJobs },
      {
        onSuccess: (done) => {
          onClose();
          report(done, cancelJobs);
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Give the items of ${name} to others`}
      description="Takes them off this queue. What they said is kept, and their other queues do not change."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={reroute.isPending}
            disabled={preview.isPlaceholderData || !preview.data?.isChanged}
            onClick={begin}
          >
            Give to others
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {preview.data ? (
          <Preview preview={preview.data} name={name} />
        ) : isRefused(preview.error) ? (
          <ErrorState title={`${name} cannot be taken off this queue`} detail={explainError(preview.error)} />
        ) : preview.error ? (
          <QueryError title="What it would do could not be read" query={preview} />
        ) : (
          <SkeletonLines label="Looking at their items" lines={4} />
        )}
        {mayRetract ? (
          <Checkbox
            checked={retract}
            onCheckedChange={setRetract}
            label="Retract their answers to this queue"
            help="No later version of a dataset takes them."
          />
        ) : null}
        <CancelChoice impact={learning} checked={cancelsJobs} onCheckedChange={setCancelsJobs} />
        {retract ? (
          <Field label="Reason" help="Optional. For people who read the list of retractions.">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        ) : null}
        <FieldError error={reroute.error ? explainError(reroute.error) : null} />
      </div>
    </Dialog>
  );
}

/** The queue must be changed first; asking again changes nothing. */
function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409;
}

function Preview({ preview, name }: { preview: Rerouted; name: string }) {
  if (!preview.isChanged)
    return <p>This is done already: {name} gets no items of this queue, and others have theirs.</p>;
  return (
    <>
      <ul aria-label="What it does" className="flex list-disc flex-col gap-1 pl-4">
        {rerouteSentences(preview, name).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {preview.impact && preview.impact.rowCount + preview.impact.rewardCount > 0 ? (
        <Impact impact={preview.impact} />
      ) : null}
    </>
  );
}

function useReport(place: { projectId: string; queueId: string }, name: string) {
  const undo = useUndoReroute(place);
  return (done: Rerouted, cancelsJobs: boolean) =>
    toast({
      title: `${name} gets no more items of this queue`,
      detail: doneWords(done, { name, cancelsJobs }),
      action: { label: "Undo", onAction: () => undo.mutate(done) },
    });
}
