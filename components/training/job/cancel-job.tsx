"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useCancelJob } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** Stops a job that has not ended. */
export function CancelJob({ job: { id, state } }: { job: Pick<TrainingJob, "id" | "state"> }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelJob(id);
  return (
    <>
      <Button disabled={state === "cancelling"} onClick={() => setAsking(true)}>
        {state === "cancelling" ? "Cancelling…" : "Cancel job"}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel this training job?"
        confirmLabel="Cancel the job"
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
        pending={cancel.isPending}
        error={cancel.error ? explainError(cancel.error) : null}
      >
        It stops within one step and leaves no checkpoint. Its progress so far is lost; the model does not
        change.
      </ConfirmDialog>
    </>
  );
}
