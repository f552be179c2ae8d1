/** How linear scores and biases become probabilities of the levels 0, 1, … that an answer may have. */
export type Head = {
  scores: number;
  biases: number;
  probabilities(scores: Float64Array, biases: Float64Array): Float64Array;
  /** Writes the derivatives of the loss of one example by its scores and by the biases. */
  slopes(scores: Float64Array, biases: Float64Array, target: number, into: Slopes): void;
};
export type Slopes = { scores: Float64Array; biases: Float64Array };

/** Levels without an order: multinomial logistic regression, one score a level; the loss is −ln p of the right level. */
export function classes(levels: number): Head {
  const probabilities = (scores: Float64Array, biases: Float64Array) => {
    const logits = scores.map((score, level) => score + (biases[level] ?? 0));
    const greatest = Math.max(...logits);
    const shares = logits.map((logit) => Math.exp(logit - greatest));
    const sum = shares.reduce((a, b) => a + b, 0);
    return shares.map((share) => share / sum);
  };
  return {
    scores: levels,
    biases: levels,
    probabilities,
    slopes: (scores, biases, target, into) => {
      const p = probabilities(scores, biases);
      for (let level = 0; level < levels; level++) {
        const slope = (p[level] ?? 0) - (level === target ? 1 : 0);
        into.scores[level] = slope;
        into.biases[level] = slope;
      }
    },
  };
}

/**
 * Levels in an order: one score and a threshold between each two levels, P(y ≤ k) = σ(θ_k − s). The loss is the sum over all thresholds of
 * the logistic loss of standing on the right side of it (J. Rennie and N. Srebro, "Loss functions for preference levels", 2005), which is
 * convex and keeps the thresholds of its minimum in order.
 */
export function ranks(levels: number): Head {
  return {
    scores: 1,
    biases: levels - 1,
    probabilities: (scores, thresholds) => {
      const score = scores[0] ?? 0;
      // On the way to the minimum two thresholds may have crossed.
      let below = 0;
      const upTo = Array.from(thresholds, (threshold) => {
        below = Math.max(below, logistic(threshold - score));
        return below;
      });
      return Float64Array.from({ length: levels }, (_, level) => {
        const to = level < levels - 1 ? (upTo[level] ?? 0) : 1;
        return to - (level === 0 ? 0 : (upTo[level - 1] ?? 0));
      });
    },
    slopes: (scores, thresholds, target, into) => {
      let sum = 0;
      for (let k = 0; k < levels - 1; k++) {
        const isBelow = target <= k ? 1 : 0;
        const slope = logistic((thresholds[k] ?? 0) - (scores[0] ?? 0)) - isBelow;
        into.biases[k] = slope;
        sum -= slope;
      }
      into.scores[0] = sum;
    },
  };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
