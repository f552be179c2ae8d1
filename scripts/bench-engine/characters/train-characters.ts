import { randomNumbers } from "#lib/engine/embedded/random.ts";
import { createTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { Sequence, Trainer } from "#lib/engine/port.ts";
import { llama } from "../shapes.ts";
import { countModelLoss } from "./count-model.ts";
import { CHARACTERS, WordSource } from "./word-source.ts";

export type CharacterFigures = {
  readonly steps: number;
  readonly seconds: number;
  /** Held-out loss in nats a character, by optimiser steps done. */
  readonly curve: readonly (readonly [step: number, loss: number])[];
  /** At the end, of the second half of each row alone, where half a row stands in front. */
  readonly lossBehindHalfRow: number;
  /** What a reader that knows the source loses on the held-out text. */
  readonly floor: number;
  /** What counting loses, having read all of the training text; by the characters that it looks back. */
  readonly counting: readonly (readonly [order: number, loss: number])[];
};

export type CharacterLoad = { readonly steps: number; readonly threads: number };

// nanoGPT's recipe for a CPU (README, "I only have a macbook"), without its dropout of 0: L4 H4 D128, T64 B12, 2,000 steps.
const ROWS = 12;
const LENGTH = 64;
const SHAPE = llama(
  { layers: 4, heads: 4, width: 128, ffnWidth: 344 },
  { vocabSize: CHARACTERS.length, contextLength: LENGTH + 1 },
);
const RATE = { peak: 1e-3, last: 1e-4, warmUpSteps: 100 };
const ADAMW = { beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.1, maxGradNorm: 1 };

/** As many characters as the text that the recipe was made for. */
const TRAINING_CHARACTERS = 1_000_000;
const HELD_CHARACTERS = 32_768;
const ORDERS = [1, 2, 3, 5, 8];
const LOOKS = 4;
const SEED = 1337;

/** Trains from nothing and looks at text that was not trained on now and then. */
export async function trainCharacters({ steps, threads }: CharacterLoad): Promise<CharacterFigures> {
  const source = new WordSource(SEED);
  const trained = source.write(1, TRAINING_CHARACTERS);
  const held = source.write(2, HELD_CHARACTERS);
  const trainer = await createTrainer({
    config: SHAPE,
    parameters: initialParameters(SHAPE, SEED),
    adapter: null,
    method: { mode: "full" },
    threads,
  });
  const curve: [number, number][] = [[0, await heldOutLoss(trainer, held.text, 1)]];
  const tokens = toTokens(trained.text);
  const random = randomNumbers(SEED, "batches");
  const startedAt = performance.now();
  for (let step = 1; step <= steps; step++) {
    await trainStep(trainer, drawBatch(tokens, random), rateOf(step, steps));
    if (step % Math.ceil(steps / LOOKS) === 0 || step === steps)
      curve.push([step, await heldOutLoss(trainer, held.text, 1)]);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const lossBehindHalfRow = await heldOutLoss(trainer, held.text, LENGTH / 2);
  const counting = ORDERS.map((order): [number, number] => [
    order,
    countModelLoss(trained.text, held.text, order, CHARACTERS.length),
  ]);
  return { steps, seconds, curve, lossBehindHalfRow, floor: held.floor, counting };
}

async function trainStep(trainer: Trainer, sequences: Sequence[], learningRate: number): Promise<void> {
  // A row has a character more than the model is asked about, for the first one is asked of nobody.
  const share = 1 / (ROWS * LENGTH);
  const coefficients = sequences.map(({ tokenIds }) =>
    Float32Array.from(tokenIds, (_, at) => (at === 0 ? 0 : share)),
  );
  await trainer.gradients(sequences, { kind: "fixed", coefficients });
  await trainer.optimizerStep({ ...ADAMW, learningRate });
}

function drawBatch(tokens: readonly number[], random: () => number): Sequence[] {
  return Array.from({ length: ROWS }, () => {
    const from = Math.floor(random() * (tokens.length - LENGTH - 1));
    return { tokenIds: tokens.slice(from, from + LENGTH + 1) };
  });
}

/** Rises in a straight line, then falls with half a cosine. */
function rateOf(step: number, steps: number): number {
  const { peak, last, warmUpSteps } = RATE;
  if (step <= warmUpSteps) return (peak * step) / warmUpSteps;
  const done = (step - warmUpSteps) / Math.max(1, steps - warmUpSteps);
  return last + (0.5 + 0.5 * Math.cos(Math.PI * done)) * (peak - last);
}

/** In rows as long as those of the training, as the recipe's own figure is taken; of characters with at least `behind` others in front. */
async function heldOutLoss(trainer: Trainer, text: string, behind: number): Promise<number> {
  const tokens = toTokens(text);
  const rows = Array.from({ length: Math.floor((tokens.length - 1) / LENGTH) }, (_, row) => ({
    tokenIds: tokens.slice(row * LENGTH, (row + 1) * LENGTH + 1),
  }));
  const scores = await trainer.score(rows);
  const nats = scores.flatMap(({ logprobs }) => [...logprobs.subarray(behind)]);
  return -nats.reduce((sum, logprob) => sum + logprob, 0) / nats.length;
}

function toTokens(text: string): number[] {
  return Array.from(text, (character) => CHARACTERS.indexOf(character));
}
