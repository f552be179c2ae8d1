import type { JobKind, TrainingMetrics } from "#lib/contract/training.ts";
import type { LiveStep } from "./live-job.ts";

export type BestValue = { name: string; value: number; step: number };

/** What a job of a kind is about, and which end of it is good. */
const AIMS: { readonly [K in JobKind]: { name: string; isLess: boolean } } = {
  sft: { name: "loss", isLess: true },
  rl: { name: "reward", isLess: false },
};

/** The best value of what a job is about, with the first step that reached it; null before its first step. */
export function bestOf(
  kind: JobKind,
  metrics: TrainingMetrics | undefined,
  steps: readonly LiveStep[],
): BestValue | null {
  const { name, isLess } = AIMS[kind];
  const series = metrics?.series.find((one) => one.name === name);
  const read = series && (isLess ? series.least : series.greatest);
  let best: BestValue | null = read ? { name, ...read } : null;
  for (const { step, metrics: values } of steps) {
    const value = values[name];
    if (value === undefined) continue;
    if (best === null || (isLess ? value < best.value : value > best.value)) best = { name, value, step };
  }
  return best;
}
