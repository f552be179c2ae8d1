"use client";

import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { useCancelRun, useRetryRun } from "./evaluation-queries.ts";
import { isUnended } from "./evaluation-texts.ts";

type RunActsProps = { run: EvaluationRun; size?: "sm" | "md" };

/** What can be done with a run: cancelling one that goes, asking one that has ended again for what has no score. */
export function RunActs({ run, size = "sm" }: RunActsProps) {
  const { projectId } = useProject();
  const cancel = useCancelRun(projectId);
  const retry = useRetryRun(projectId);
  const onError = (error: Error) =>
    toast({ title: "The run could not be changed.", detail: explainError(error), tone: "danger" });
  if (isUnended(run))
    return (
      <Button size={size} pending={cancel.isPending} onClick={() => carryOut(cancel, run.id, { onError })}>
        Cancel
      </Button>
    );
  if (run.done === run.total && run.masked === run.unfillable) return null;
  return (
    <Button
      size={size}
      pending={retry.isPending}
      title="Ask again for what has no score"
      onClick={() => carryOut(retry, run.id, { onError })}
    >
      Retry
    </Button>
  );
}
