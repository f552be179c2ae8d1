/** How spindle-mini is trained. What changes here changes the model, and a started run is not taken up again. */
export const RECIPE = {
  initialSeed: 1,
  steps: 3600,
  tokensPerStep: 3072,
  /** Rises in a straight line, stays, falls in a straight line to nearly nothing. */
  learningRate: { peak: 2e-3, warmUpSteps: 100, decaySteps: 800, finalShare: 0.02 },
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 1,
  /** How much a token counts that the assistant does not write; its own count 1. */
  contextWeight: { first: 0.3, last: 0.1, steps: 2000 },
  /** Share of drills among the tokens. */
  drills: { first: 0.5, last: 0.02, steps: 700 },
} as const;

/** From `first` at step 1 to `last` in `steps` equal steps, then `last`. */
export function ramp(
  { first, last, steps }: { first: number; last: number; steps: number },
  step: number,
): number {
  return first + (last - first) * Math.min(1, (step - 1) / steps);
}

/**
 * The rate of a step, counted from 1. It is flat until it decays, so that more or fewer steps share their beginning. Hu et al., "MiniCPM",
 * 2024, section 4.
 */
export function learningRateAt(step: number): number {
  const { peak, warmUpSteps, decaySteps, finalShare } = RECIPE.learningRate;
  if (step <= warmUpSteps) return (peak * step) / warmUpSteps;
  const left = Math.min(1, (RECIPE.steps - step) / decaySteps);
  return peak * (finalShare + (1 - finalShare) * left);
}
