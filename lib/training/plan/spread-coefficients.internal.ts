import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";

/** Coefficients of trained tokens laid out by position, 0 elsewhere, as engines take them. */
export function spreadCoefficients(
  { tokenIds, positions }: TrainableSequence,
  coefficientOf: (trained: number) => number,
): Float32Array {
  const spread = new Float32Array(tokenIds.length);
  for (const [i, position] of positions.entries()) spread[position] = coefficientOf(i);
  return spread;
}

/** The values at the trained positions, in double precision. */
export function atTrained(values: ArrayLike<number>, { positions }: TrainableSequence): Float64Array {
  return Float64Array.from(positions, (position) => values[position] ?? Number.NaN);
}
