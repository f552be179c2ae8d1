import type { RateSchedule } from "#lib/contract/training/training-config.ts";

type Schedule = { readonly schedule: RateSchedule; readonly warmupRatio: number };

/**
 * What share of its rate a job has at a step, counted from 1. It rises evenly over the warm-up, whose last step has all of it, and then stays, or falls towards
 * 0 evenly or along half a cosine; no step is at 0, as it would teach nothing.
 */
export function rateShare(step: number, totalSteps: number, { schedule, warmupRatio }: Schedule): number {
  const warmup = Math.round(warmupRatio * totalSteps);
  if (step <= warmup) return step / warmup;
  const done = (step - 1 - warmup) / Math.max(1, totalSteps - warmup);
  switch (schedule) {
    case "constant":
      return 1;
    case "linear":
      return 1 - done;
    case "cosine":
      return (1 + Math.cos(Math.PI * done)) / 2;
    default:
      return schedule satisfies never;
  }
}
