/** One step of so many counts, and never more than so many steps. */
export const FIGURE_SHARE = 10;
export const MAX_FIGURE_STEPS = 20;

/**
 * The number of last steps over which a job's figure, and so a checkpoint's metrics, are averaged: a tenth of its steps, at least one. A
 * single batch is noisy; and for a short job, more steps would include its beginning.
 */
export function figureSteps(stepsDone: number): number {
  return Math.min(MAX_FIGURE_STEPS, Math.max(1, Math.ceil(stepsDone / FIGURE_SHARE)));
}
