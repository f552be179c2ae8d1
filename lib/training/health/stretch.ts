import { figureSteps } from "#lib/contract/training/figure-steps.ts";

/** A metric over a stretch of steps. */
export type Stretch = {
  readonly lastStep: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
};

/** What a metric came to: its mean over as many last steps as lists and checkpoints take (`figureSteps`), as near as stretches allow; null of none. */
export function figureOf(stretches: readonly Stretch[]): { mean: number; steps: number } | null {
  const wanted = figureSteps(stretches.at(-1)?.lastStep ?? 0);
  let [sum, steps] = [0, 0];
  for (let at = stretches.length - 1; at >= 0 && steps < wanted; at--) {
    const [stretch, before] = [stretches[at], stretches[at - 1]];
    if (!stretch) break;
    const width = stretch.lastStep - (before?.lastStep ?? 0);
    sum += stretch.mean * width;
    steps += width;
  }
  return steps === 0 ? null : { mean: sum / steps, steps };
}
