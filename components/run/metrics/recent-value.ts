import type { LiveStep } from "#components/run/state/live-job.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import { FIGURE_STEPS, type TrainingMetrics } from "#lib/contract/training/training-progress.ts";
import { metricTitle } from "./metric-points.ts";

/** What a metric came to; `steps` are those that there were to take the mean of. */
export type RecentValue = { name: string; value: number; steps: number };

/** What a job of a kind is about. */
const AIMS: { readonly [K in JobKind]: string } = { sft: "loss", rl: "reward" };

/** Names the figure where many jobs are spoken of; a checkpoint's metrics are the same means. */
export const RECENT_LABEL = `last ${FIGURE_STEPS} steps, or of all where it had fewer`;

/** `Loss, the mean of the last 16 steps`: what the figure of one job is. */
export function recentText({ name, steps }: RecentValue): string {
  const title = metricTitle(name);
  return steps === 1 ? `${title} of the only step` : `${title}, the mean of the last ${steps} steps`;
}

/** The mean of what a job is about over its last steps, those that came over the stream included; null before its first step. */
export function recentOf(
  kind: JobKind,
  metrics: TrainingMetrics | undefined,
  steps: readonly LiveStep[],
): RecentValue | null {
  const name = AIMS[kind];
  const known = new Map(
    metrics?.series.find((one) => one.name === name)?.recent.map((one) => [one.step, one.value]),
  );
  for (const { step, metrics: values } of steps.slice(-FIGURE_STEPS))
    if (values[name] !== undefined) known.set(step, values[name]);
  const newest = Math.max(0, ...known.keys());
  const values = [...known].flatMap(([step, value]) => (step > newest - FIGURE_STEPS ? [value] : []));
  if (values.length === 0) return null;
  return { name, value: values.reduce((sum, value) => sum + value, 0) / values.length, steps: values.length };
}
