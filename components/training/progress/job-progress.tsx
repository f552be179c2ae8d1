import clsx from "clsx";
import type { Tone } from "#components/ui/button/badge.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type JobProgressProps = {
  job: Pick<TrainingJob, "state" | "step" | "totalSteps"> & Partial<Pick<TrainingJob, "health">>;
  /** For where the numbers alone must do. */
  barClassName?: string;
};

/** The colours of jobs that are not running; running ones have the accent. */
const TONES: { readonly [S in JobState]?: Tone } = {
  completed: "success",
  failed: "danger",
  cancelled: "neutral",
  cancelling: "warning",
};

/** How many of its steps a job has done. */
export function JobProgress({ job, barClassName }: JobProgressProps) {
  const { state, step, totalSteps } = job;
  const tone = state === "completed" && job.health === "dead" ? "danger" : (TONES[state] ?? "accent");
  if (totalSteps === null)
    return <span className="text-muted">{state === "validating" ? "reading the data" : "–"}</span>;
  return (
    <span className="flex w-full min-w-0 items-center gap-2">
      <ProgressBar
        className={clsx("flex-1", barClassName)}
        label={`${formatCount(step)} of ${formatCount(totalSteps)} steps`}
        total={Math.max(totalSteps, 1)}
        segments={[{ value: totalSteps === 0 ? 1 : step, tone }]}
      />
      <span
        title={`${formatCount(step)} of ${formatCount(totalSteps)} steps`}
        className="shrink-0 text-muted text-xs tabular-nums"
      >
        {stepsText(step, totalSteps)}
      </span>
    </span>
  );
}

/** Two figures that are longer than this do not fit into a column, and nobody reads their last digits. */
const LONGEST = 11;
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `165/3,000`, and `12.3K/100K` where there is no room for all digits. */
export function stepsText(step: number, totalSteps: number): string {
  const whole = `${formatCount(step)}/${formatCount(totalSteps)}`;
  return whole.length <= LONGEST ? whole : `${compact.format(step)}/${compact.format(totalSteps)}`;
}
