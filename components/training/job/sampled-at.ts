import type { SampleSet } from "#components/run/state/live-job.ts";

/** The place of the samples that were taken at a step, or last before it; of the newest where no step is asked for, -1 where there are none. */
export function sampledAt(samples: readonly SampleSet[], step: number | null): number {
  if (step === null) return samples.length - 1;
  const at = samples.findLastIndex((set) => set.step <= step);
  return samples.length === 0 ? -1 : Math.max(0, at);
}
