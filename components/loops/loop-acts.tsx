"use client";

import { Pause, Play, RotateCw, Square } from "lucide-react";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { LoopRun } from "#lib/contract/loops/loop-runs.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { inputOf, useDeleteLoop, useRunLoop, useSaveLoop, useStopLoops, useStopRun } from "./loop-queries.ts";
import { isUnended, waitsForBudget } from "./loop-words.ts";

type LoopProps = { loop: Loop };

/** Begins a run now; while one has not ended there is nothing to begin. */
export function RunNow({ loop }: LoopProps) {
  const { projectId } = useProject();
  const run = useRunLoop(projectId, loop.id);
  const isGoing = loop.lastRun !== null && isUnended(loop.lastRun);
  return (
    <>
      <Button
        size="sm"
        icon={<RotateCw />}
        disabled={isGoing}
        pending={run.isPending}
        onClick={() => run.mutate()}
      >
        {waitsForBudget(loop) ? "Waiting" : isGoing ? "Running" : "Run now"}
      </Button>
      <FieldError error={run.error ? explainError(run.error) : null} />
    </>
  );
}

export function PauseLoop({ loop }: LoopProps) {
  const { projectId } = useProject();
  const save = useSaveLoop(projectId);
  const toggle = () =>
    save.mutate({ loopId: loop.id, input: { ...inputOf(loop), isPaused: !loop.isPaused } });
  return (
    <>
      <Button size="sm" icon={loop.isPaused ? <Play /> : <Pause />} pending={save.isPending} onClick={toggle}>
        {loop.isPaused ? "Set to work" : "Pause"}
      </Button>
      <FieldError error={save.error ? explainError(save.error) : null} />
    </>
  );
}

export function StopRun({ run }: { run: LoopRun }) {
  const { projectId } = useProject();
  const [isAsking, setAsking] = useState(false);
  const stop = useStopRun(projectId, run.id);
  return (
    <>
      <Button size="sm" icon={<Square />} onClick={() => setAsking(true)}>
        Stop this run
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop this run?"
        confirmLabel="Stop"
        tone="danger"
        pending={stop.isPending}
        error={stop.error ? explainError(stop.error) : null}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        Its job, or the evaluations that it waits for, are cancelled. What it made before stays.
      </ConfirmDialog>
    </>
  );
}

/** The switch for all loops of the project. */
export function StopAllLoops() {
  const { projectId, shownName } = useProject();
  const [isAsking, setAsking] = useState(false);
  const stop = useStopLoops(projectId);
  return (
    <>
      <Button icon={<Square />} onClick={() => setAsking(true)}>
        Stop all
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Stop all loops of ${shownName}?`}
        confirmLabel="Stop all"
        tone="danger"
        pending={stop.isPending}
        error={stop.error ? explainError(stop.error) : null}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        All loops are paused, and runs that have not ended are stopped with their jobs and evaluations. What
        was made stays.
      </ConfirmDialog>
    </>
  );
}

type DeleteProps = LoopProps & { onClose: () => void; onDeleted: () => void };

export function DeleteLoop({ loop, onClose, onDeleted }: DeleteProps) {
  const { projectId } = useProject();
  const remove = useDeleteLoop(projectId, loop.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete the loop “${loop.name}”?`}
      confirmLabel="Delete"
      tone="danger"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={() => carryOut(remove, undefined, { onSuccess: onDeleted })}
    >
      A run that has not ended is stopped. Versions, jobs and checkpoints that it made stay. This cannot be
      undone.
    </ConfirmDialog>
  );
}
