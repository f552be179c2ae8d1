export type ImportanceLevel = "token" | "sequence" | "average" | "geometric_average";

/** By token of one sequence. Each ratio depends on its own log-probability and, through their mean, on all of them. */
export type ImportanceRatios = {
  readonly ratios: Float64Array;
  /** Derivative by the token's own log-probability. */
  readonly ownSlopes: Float64Array;
  /** Derivative by the mean log-probability of the sequence. */
  readonly meanSlopes: Float64Array;
};

/** Clips ratios at e^80, which fits single precision; policies this far apart give no usable gradient. */
export const MAX_LOG_RATIO = 80;

/**
 * How much likelier the present policy makes each token of one sequence than the one that sampled it, from the differences d of their
 * log-probabilities: exp(d), exp(mean d), the mean of both, or the square root of their product.
 */
export function importanceRatios(differences: Float64Array, level: ImportanceLevel): ImportanceRatios {
  const bounded = differences.map((difference) => Math.min(difference, MAX_LOG_RATIO));
  const mean = bounded.reduce((sum, difference) => sum + difference, 0) / Math.max(bounded.length, 1);
  const ofTokens = bounded.map(Math.exp);
  const ofSequence = bounded.map(() => Math.exp(mean));
  const none = new Float64Array(differences.length);
  switch (level) {
    case "token":
      return { ratios: ofTokens, ownSlopes: ofTokens, meanSlopes: none };
    case "sequence":
      return { ratios: ofSequence, ownSlopes: none, meanSlopes: ofSequence };
    case "average":
      return {
        ratios: ofTokens.map((ratio) => (ratio + Math.exp(mean)) / 2),
        ownSlopes: ofTokens.map(half),
        meanSlopes: ofSequence.map(half),
      };
    case "geometric_average": {
      const ratios = bounded.map((difference) => Math.exp((difference + mean) / 2));
      return { ratios, ownSlopes: ratios.map(half), meanSlopes: ratios.map(half) };
    }
    default:
      return level satisfies never;
  }
}

function half(value: number): number {
  return value / 2;
}
