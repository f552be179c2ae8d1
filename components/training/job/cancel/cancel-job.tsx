"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useCancelJob } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type CancelJobProps = { job: Pick<TrainingJob, "id" | "state" | "step" | "totalSteps"> };

/** Stops a job that has not ended, with or without what it has learned. */
export function CancelJob({ job }: CancelJobProps) {
  const { id, state } = job;
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelJob(id);
  return (
    <>
      {job.step > 0 && state !== "cancelling" ? <StopAndKeep job={job} /> : null}
      <Button disabled={state === "cancelling"} onClick={() => setAsking(true)}>
        {state === "cancelling" ? "Cancelling…" : "Cancel job"}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel this training job?"
        confirmLabel="Cancel the job"
        onConfirm={() => cancel.mutate(false, { onSuccess: () => setAsking(false) })}
        pending={cancel.isPending}
        error={cancel.error ? explainError(cancel.error) : null}
      >
        It stops within one step and leaves no checkpoint. Its progress so far is lost; the model does not
        change.
      </ConfirmDialog>
    </>
  );
}

function StopAndKeep({ job: { id, step, totalSteps } }: CancelJobProps) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelJob(id);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Stop and keep</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop here and keep what was learned?"
        confirmLabel="Stop and keep"
        tone="primary"
        onConfirm={() => cancel.mutate(true, { onSuccess: () => setAsking(false) })}
        pending={cancel.isPending}
        error={cancel.error ? explainError(cancel.error) : null}
      >
        It stops within one step and leaves a checkpoint of what it has learned by then:{" "}
        {totalSteps === null ? null : `${formatCount(step)} of `}
        {countOf(totalSteps ?? step, "training step")} so far.
      </ConfirmDialog>
    </>
  );
}
