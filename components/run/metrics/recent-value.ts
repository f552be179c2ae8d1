import type { LiveStep } from "#components/run/state/live-job.ts";
import { figureSteps, MAX_FIGURE_STEPS } from "#lib/contract/training/figure-steps.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { TrainingCurves } from "#lib/contract/training/training-progress.ts";
import { metricTitle } from "./metric-points.ts";

/** What a metric came to; `steps` are those that it is the mean of, of `ofSteps` that were done. */
export type RecentValue = { name: string; value: number; steps: number; ofSteps: number };

/** What a job of a kind is about. */
const AIMS: { readonly [K in JobKind]: string } = {
  sft: "loss",
  rl: "reward",
  preference: "loss",
};

/** Names the figure where many jobs are spoken of; a checkpoint's metrics are the same means. */
export const RECENT_LABEL = `last tenth of steps, at most ${MAX_FIGURE_STEPS}`;

/** `Loss, the mean of the last 16 steps`: what the figure of one job is. */
export function recentText({ name, steps, ofSteps }: RecentValue): string {
  const title = metricTitle(name);
  if (ofSteps === 1) return `${title} of the only step`;
  return steps === 1 ? `${title} of the last step` : `${title}, the mean of the last ${steps} steps`;
}

/** The mean of what a job is about over the last tenth of its steps, those that came over the stream included; null before its first step. */
export function recentOf(
  kind: JobKind,
  metrics: Pick<TrainingCurves, "series"> | undefined,
  steps: readonly LiveStep[],
): RecentValue | null {
  const name = AIMS[kind];
  const known = new Map(
    metrics?.series.find((one) => one.name === name)?.recent.map((one) => [one.step, one.value]),
  );
  for (const { step, metrics: values } of steps.slice(-MAX_FIGURE_STEPS))
    if (values[name] !== undefined) known.set(step, values[name]);
  const newest = Math.max(0, ...known.keys());
  const values = [...known].flatMap(([step, value]) => (step > newest - figureSteps(newest) ? [value] : []));
  if (values.length === 0) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { name, value, steps: values.length, ofSteps: newest };
}
