import { TrainingDiverged } from "#lib/training/training-plan.ts";

/** The metrics of a step, each of them a number; throws `TrainingDiverged` that names the first which is none. */
export function requireFinite<M extends Readonly<Record<string, number>>>(metrics: M, step: number): M {
  const wrong = Object.entries(metrics).find(([, value]) => !Number.isFinite(value));
  if (!wrong) return metrics;
  throw new TrainingDiverged(
    `${wrong[0]} is ${wrong[1]} at step ${step}; training stopped. Lower the learning rate, and check for extreme rows or rewards`,
  );
}
