import type { Trainer } from "#lib/engine/port/port.ts";

/** Reads what the weights say where a plan takes a step, and learns nothing. */
export function readingTrainer(trainer: Trainer): Trainer {
  return withOther(trainer, {
    gradients: async (sequences, loss) => {
      const scores = await trainer.score(sequences);
      if (loss.kind === "scored") loss.coefficientsOf(scores);
      return scores;
    },
    optimizerStep: async () => ({ gradNorm: 0 }),
  });
}

/** Takes the steps of a plan at a rate of its own. */
export function ratedTrainer(trainer: Trainer, learningRate: number): Trainer {
  return withOther(trainer, {
    optimizerStep: (settings) => trainer.optimizerStep({ ...settings, learningRate }),
  });
}

function withOther(trainer: Trainer, other: Partial<Trainer>): Trainer {
  return {
    vocabSize: trainer.vocabSize,
    contextLength: trainer.contextLength,
    parameterCount: trainer.parameterCount,
    get updates() {
      return trainer.updates;
    },
    score: (sequences) => trainer.score(sequences),
    scoreReference: (sequences) => trainer.scoreReference(sequences),
    gradients: (sequences, loss) => trainer.gradients(sequences, loss),
    optimizerStep: (settings) => trainer.optimizerStep(settings),
    resetOptimizer: () => trainer.resetOptimizer(),
    snapshot: (folder) => trainer.snapshot(folder),
    restore: (folder) => trainer.restore(folder),
    exportPolicy: (folder) => trainer.exportPolicy(folder),
    openSampler: (options) => trainer.openSampler(options),
    close: () => trainer.close(),
    ...other,
  };
}
