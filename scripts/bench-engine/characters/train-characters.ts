import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { createTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { Sequence, Trainer } from "#lib/engine/port/port.ts";
import { llama } from "../shapes.ts";
import { type EnglishText, readEnglishText } from "./english-text.ts";

export type CharacterFigures = {
  readonly steps: number;
  readonly seconds: number;
  /** Held-out loss in nats a character, by optimiser steps done. */
  readonly curve: readonly (readonly [step: number, loss: number])[];
  readonly trainedCharacters: number;
  readonly heldCharacters: number;
  /** How many different ones there are. */
  readonly alphabet: number;
};

export type CharacterLoad = { readonly steps: number; readonly threads: number };

// nanoGPT's recipe for a CPU (README, "I only have a macbook"), without its dropout of 0: L4 H4 D128, T64 B12, 2,000 steps.
const ROWS = 12;
const LENGTH = 64;
const SIZES = { layers: 4, heads: 4, width: 128, ffnWidth: 344 };
const RATE = { peak: 1e-3, last: 1e-4, warmUpSteps: 100 };
const ADAMW = { beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.1, maxGradNorm: 1 };

const LOOKS = 4;
const SEED = 1337;

/** Trains from nothing and looks at text that was not trained on now and then. Null where there is no text on this machine. */
export async function trainCharacters({ steps, threads }: CharacterLoad): Promise<CharacterFigures | null> {
  const text = readEnglishText();
  if (text === null) return null;
  const [tokens, held] = [tokenIdsOf(text.trained, text), tokenIdsOf(text.held, text)];
  const shape = llama(SIZES, { vocabSize: text.characters.length, contextLength: LENGTH + 1 });
  const trainer = await createTrainer({
    config: shape,
    parameters: initialParameters(shape, SEED),
    adapter: null,
    method: { mode: "full" },
    threads,
  });
  const curve: [number, number][] = [[0, await heldOutLoss(trainer, held)]];
  const random = randomNumbers(SEED, "batches");
  const startedAt = performance.now();
  for (let step = 1; step <= steps; step++) {
    await trainStep(trainer, drawBatch(tokens, random), rateOf(step, steps));
    if (step % Math.ceil(steps / LOOKS) === 0 || step === steps)
      curve.push([step, await heldOutLoss(trainer, held)]);
  }
  return {
    steps,
    seconds: (performance.now() - startedAt) / 1000,
    curve,
    trainedCharacters: tokens.length,
    heldCharacters: held.length,
    alphabet: shape.vocabSize,
  };
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

/** Over all of the held-out text, in rows as long as those of the training, as the recipe takes its own figure. */
async function heldOutLoss(trainer: Trainer, tokens: readonly number[]): Promise<number> {
  const rows = Array.from({ length: Math.floor((tokens.length - 1) / LENGTH) }, (_, row) => ({
    tokenIds: tokens.slice(row * LENGTH, (row + 1) * LENGTH + 1),
  }));
  const scores = await trainer.score(rows);
  const nats = scores.flatMap(({ logprobs }) => [...logprobs.subarray(1)]);
  return -nats.reduce((sum, logprob) => sum + logprob, 0) / nats.length;
}

function tokenIdsOf(text: string, { characters }: EnglishText): number[] {
  const ids = new Map(characters.map((character, id) => [character, id]));
  return Array.from(text, (character) => {
    const id = ids.get(character);
    if (id === undefined)
      throw new Error(`The alphabet lacks ${JSON.stringify(character)}; read the text again`);
    return id;
  });
}
