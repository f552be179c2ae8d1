import clsx from "clsx";
import { formatCount } from "#components/ui/format.ts";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";

type JobProgressProps = {
  job: Pick<TrainingJob, "state" | "step" | "totalSteps">;
  /** For where the numbers alone must do. */
  barClassName?: string;
};

/** How many of its steps a job has done. */
export function JobProgress({ job: { state, step, totalSteps }, barClassName }: JobProgressProps) {
  if (totalSteps === null)
    return <span className="text-muted">{state === "validating" ? "reading the data" : "–"}</span>;
  const tone = state === "completed" ? "success" : state === "failed" ? "danger" : "accent";
  return (
    <span className="flex w-full min-w-0 items-center gap-2">
      <ProgressBar
        className={clsx("flex-1", barClassName)}
        label={`${formatCount(step)} of ${formatCount(totalSteps)} steps`}
        total={Math.max(totalSteps, 1)}
        segments={[{ value: totalSteps === 0 ? 1 : step, tone }]}
      />
      <span className="shrink-0 text-muted text-xs tabular-nums">
        {formatCount(step)}/{formatCount(totalSteps)}
      </span>
    </span>
  );
}
