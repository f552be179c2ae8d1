import type { AdamWSettings, Sequence, SequenceScores, Trainer } from "#lib/engine/port/port.ts";

/** What a plan asked of its trainer for one optimiser step. */
export type RecordedStep = {
  readonly sequences: readonly Sequence[];
  readonly coefficients: readonly Float32Array[];
  readonly settings: AdamWSettings;
};

export type RecordingTrainer = Trainer & {
  readonly steps: readonly RecordedStep[];
  readonly asked: readonly string[];
};

/**
 * A trainer without weights, which writes down what it is asked to do. The log-probability of a token depends on it and the one before it
 * by a fixed rule, so that expected numbers can be worked out by hand.
 */
export function recordingTrainer(
  changes: { logprobOf?: LogprobRule; gradNorm?: number } = {},
): RecordingTrainer {
  const { logprobOf = ruleOfPresent, gradNorm = 0.5 } = changes;
  const steps: RecordedStep[] = [];
  const asked: string[] = [];
  let gradient: Omit<RecordedStep, "settings"> | null = null;
  const scoresBy = (rule: LogprobRule) => (sequences: readonly Sequence[]) =>
    sequences.map(({ tokenIds }) => scoresOf(tokenIds, rule));
  const unused = () => Promise.reject(new Error("A plan leaves this to the runner"));
  return {
    steps,
    asked,
    vocabSize: 300,
    contextLength: 256,
    parameterCount: 0,
    updates: 0,
    score: async (sequences) => {
      asked.push("score");
      return scoresBy(logprobOf)(sequences);
    },
    scoreReference: async (sequences) => {
      asked.push("scoreReference");
      return scoresBy(ruleOfReference)(sequences);
    },
    gradients: async (sequences, loss) => {
      const scores = scoresBy(logprobOf)(sequences);
      const coefficients = loss.kind === "fixed" ? loss.coefficients : loss.coefficientsOf(scores);
      gradient = { sequences, coefficients };
      return scores;
    },
    optimizerStep: async (settings) => {
      if (gradient) steps.push({ ...gradient, settings });
      gradient = null;
      return { gradNorm };
    },
    resetOptimizer: () => {},
    snapshot: unused,
    restore: unused,
    exportPolicy: unused,
    openSampler: unused,
    close: async () => {},
  };
}

type LogprobRule = (previous: number, token: number) => number;

export function ruleOfPresent(previous: number, token: number): number {
  return -(1 + ((7 * previous + 3 * token) % 5) / 4);
}

export function ruleOfReference(previous: number, token: number): number {
  return -(1 + ((5 * previous + 2 * token) % 7) / 4);
}

function scoresOf(tokenIds: readonly number[], rule: LogprobRule): SequenceScores {
  const logprobs = Float32Array.from(tokenIds, (id, t) => (t === 0 ? 0 : rule(tokenIds[t - 1] ?? 0, id)));
  return { logprobs, entropies: Float32Array.from(tokenIds, (_, t) => (t === 0 ? 0 : 2)) };
}
