import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";
import { rateShare } from "./rate-schedule.ts";
import type { SftSettings } from "./sft-settings.ts";
import { shuffled } from "./shuffled.internal.ts";

/** A row to learn from. */
export type SftExample = {
  /** Its place in the data, counted from 0. */
  readonly position: number;
  readonly sequence: TrainableSequence;
  readonly weight: number;
};

export type SftBatch = { readonly examples: readonly SftExample[]; readonly learningRate: number };

/** A batch before its rate is known; `number` is its place in its epoch, those that nothing is left of counted too. */
type Planned = { readonly number: number; readonly examples: readonly SftExample[] };

/**
 * The batches of a supervised job, one for each step. In file order a row that is left out moves no other row to another batch, and takes its batch and that
 * batch's rate with it where nothing else is in it: callers send one rate for each batch of their file. Where rows are shuffled, each epoch is another order
 * by the seed alone.
 */
export class SftBatches {
  readonly #examples: readonly (SftExample | null)[];
  readonly #settings: SftSettings;
  #epoch: { number: number; batches: readonly Planned[] };

  /** Null stands for a row that is left out. */
  constructor(examples: readonly (SftExample | null)[], settings: SftSettings) {
    this.#examples = examples;
    this.#settings = settings;
    this.#epoch = { number: 0, batches: this.#batchesOf(0) };
  }

  get totalSteps(): number {
    return this.#settings.epochs * this.#epoch.batches.length;
  }

  /** The batch of a step, counted from 1. */
  of(step: number): SftBatch {
    const perEpoch = this.#epoch.batches.length;
    const epoch = perEpoch === 0 ? 0 : Math.floor((step - 1) / perEpoch);
    if (epoch !== this.#epoch.number && epoch < this.#settings.epochs)
      this.#epoch = { number: epoch, batches: this.#batchesOf(epoch) };
    const batch = epoch < this.#settings.epochs ? this.#epoch.batches[(step - 1) % perEpoch] : undefined;
    if (!batch) throw new RangeError(`There is no step ${step}; the plan has ${this.totalSteps}`);
    return { examples: batch.examples, learningRate: this.#rateOf(step, { epoch, number: batch.number }) };
  }

  #batchesOf(epoch: number): Planned[] {
    const { isShuffled, seed, batchSize } = this.#settings;
    const order = isShuffled
      ? shuffled(
          this.#examples.filter((example) => example !== null),
          seed + epoch,
        )
      : this.#examples;
    const batches: Planned[] = [];
    for (let from = 0; from < order.length; from += batchSize) {
      const examples = order.slice(from, from + batchSize).filter((example) => example !== null);
      if (examples.length > 0) batches.push({ number: from / batchSize, examples });
    }
    return batches;
  }

  #rateOf(step: number, { epoch, number }: { epoch: number; number: number }): number {
    const { learningRate, batchSize } = this.#settings;
    if (typeof learningRate === "number")
      return learningRate * rateShare(step, this.totalSteps, this.#settings);
    const inEpoch = Math.ceil(this.#examples.length / batchSize);
    return learningRate[epoch * inEpoch + number] ?? learningRate.at(-1) ?? 0;
  }
}
