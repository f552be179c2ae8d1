"use client";

import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { useCancelRlRun } from "./rl-queries.ts";

type EndRlRunProps = { run: RlRun; rounds: readonly Pick<RlRound, "phase">[] };

/** Ends a run, with or without what its present round has learned. */
export function EndRlRun({ run, rounds }: EndRlRunProps) {
  const learns = rounds.some(({ phase }) => phase === "training");
  return (
    <>
      {run.isStopping ? null : (
        <End
          run={run}
          keep
          label="Stop and keep"
          title={learns ? "Stop here and keep what was learned?" : "Stop here and keep earlier rounds?"}
          text={`${learns ? LEARNS : LEARNS_NOT} No further rounds start.`}
        />
      )}
      <End
        run={run}
        keep={false}
        label="Cancel run"
        title="Cancel this run?"
        text="The job of this round is cancelled. Checkpoints of earlier rounds stay."
      />
    </>
  );
}

const LEARNS = "What the job of this round has learned so far becomes the last checkpoint.";
const LEARNS_NOT =
  "No job of this round learns yet, so nothing of it is kept. What earlier rounds learned stays.";

type EndProps = { run: RlRun; keep: boolean; label: string; title: string; text: string };

function End({ run, keep, label, title, text }: EndProps) {
  const { projectId } = useProject();
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelRlRun(projectId, run.id);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={title}
        confirmLabel={keep ? label : "Cancel the run"}
        tone={keep ? "primary" : "danger"}
        onConfirm={() => cancel.mutate(keep, { onSuccess: () => setAsking(false) })}
        pending={cancel.isPending}
        error={cancel.error ? explainError(cancel.error) : null}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
