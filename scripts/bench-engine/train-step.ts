import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import type { Sequence, Trainer } from "#lib/engine/port/port.ts";

const SETTINGS = {
  learningRate: 1e-3,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 1,
};

/** Forward, backward, clip, AdamW; learns each token but the first from those before it. */
export async function trainStep(trainer: Trainer, sequences: readonly Sequence[]): Promise<void> {
  const tokens = sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0);
  const coefficients = sequences.map(({ tokenIds }) =>
    // Nothing comes before the first token, so nothing predicts it.
    Float32Array.from(tokenIds, (_, at) => (at === 0 ? 0 : 1 / tokens)),
  );
  await trainer.gradients(sequences, { kind: "fixed", coefficients });
  await trainer.optimizerStep(SETTINGS);
}

export function randomSequences(rows: number, length: number, vocabSize: number): Sequence[] {
  const random = randomNumbers(1, "tokens");
  return Array.from({ length: rows }, () => ({
    tokenIds: Array.from({ length }, () => Math.floor(random() * vocabSize)),
  }));
}
