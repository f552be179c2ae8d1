/** One step of so many counts, and never more than so many steps. */
export const FIGURE_SHARE = 10;
export const MAX_FIGURE_STEPS = 20;

/**
 * Of how many of its last steps a job's figure is the mean, and so a checkpoint's metrics: a tenth of those it did, at least one. Single
 * batches tell of chance; and of a short job more than its end would tell where it began.
 */
export function figureSteps(stepsDone: number): number {
  return Math.min(MAX_FIGURE_STEPS, Math.max(1, Math.ceil(stepsDone / FIGURE_SHARE)));
}
