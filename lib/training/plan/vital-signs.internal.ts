import type { Trainer } from "#lib/engine/port/port.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";

/** Tokens of the job's own data, and the positions whose likelihood shows whether the model has collapsed. */
export type Probe = { readonly tokenIds: readonly number[]; readonly positions: readonly number[] };

type Limits = {
  /** A loss of at least this many times that of guessing is that of no working model. */
  readonly ofChance: number;
};

/** What a model says of rows that it was just trained on. */
export const OF_TRAINED: Limits = { ofChance: 0.97 };
/** Of prompts, which reinforcement does not train and may move. */
export const OF_PROMPTS: Limits = { ofChance: 1.5 };

const MAX_PROBES = 4;
const MAX_PROBE = 512;
/** In nats a token; rows that a model could not guess before either prove nothing. */
const MIN_RISE = 1;
/** If every token is within this share of pure chance, the model does not distinguish tokens. */
const FLAT_WITHIN = 0.01;
const MIN_FLAT_TOKENS = 4;

/**
 * Whether the weights of a job still make a language model. A learning rate that is too great can ruin them within a step, with losses and
 * gradients that are perfectly finite: what is left guesses, or is sure of nonsense. So a few rows of the job are scored with the weights it
 * began with and again later.
 */
export class VitalSigns {
  readonly #probes: readonly Probe[];
  readonly #limits: Limits;
  #before: Reading | null = null;

  constructor(probes: Iterable<Probe>, limits: Limits) {
    this.#probes = [...probes]
      .map(shortened)
      .filter(({ positions }) => positions.length > 0)
      .slice(0, MAX_PROBES);
    this.#limits = limits;
  }

  /** Reads the weights that the job starts from. */
  async begin(trainer: Trainer): Promise<void> {
    this.#before = await this.#read(trainer);
  }

  /** Throws `TrainingDiverged` where the model has died since. */
  async requireAlive(trainer: Trainer, at: { step: number; learningRate: number }): Promise<void> {
    const [before, after] = [this.#before, await this.#read(trainer)];
    if (!before || !after) return;
    const chance = Math.log(trainer.vocabSize);
    const isWorthless = after.loss >= this.#limits.ofChance * chance && after.loss > before.loss + MIN_RISE;
    if (Number.isFinite(after.loss) && !isWorthless && !(after.isFlat && !before.isFlat)) return;
    throw new TrainingDiverged(
      `The model diverged: after step ${at.step}, its loss on rows of this job is ${shown(after.loss)}; it was ${shown(before.loss)} before the job, and guessing among ${trainer.vocabSize} tokens gives ${shown(chance)}. The learning rate was ${at.learningRate}; use a smaller one. The previous checkpoint stays the newest`,
    );
  }

  async #read(trainer: Trainer): Promise<Reading | null> {
    if (this.#probes.length === 0) return null;
    const scores = await trainer.score(this.#probes.map(({ tokenIds }) => ({ tokenIds })));
    const logprobs = this.#probes.flatMap(({ positions }, p) =>
      positions.map((position) => scores[p]?.logprobs[position] ?? Number.NaN),
    );
    return readingOf(logprobs, Math.log(trainer.vocabSize));
  }
}

type Reading = { readonly loss: number; readonly isFlat: boolean };

function readingOf(logprobs: readonly number[], chance: number): Reading {
  const loss = -logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
  const isFlat =
    logprobs.length >= MIN_FLAT_TOKENS &&
    logprobs.every((logprob) => Math.abs(logprob + chance) <= FLAT_WITHIN * chance);
  return { loss, isFlat };
}

function shortened({ tokenIds, positions }: Probe): Probe {
  if (tokenIds.length <= MAX_PROBE) return { tokenIds, positions };
  return {
    tokenIds: tokenIds.slice(0, MAX_PROBE),
    positions: positions.filter((position) => position < MAX_PROBE),
  };
}

function shown(loss: number): string {
  return Number.isFinite(loss) ? String(Number(loss.toPrecision(4))) : "no number";
}
