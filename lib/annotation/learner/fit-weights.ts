import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type Features, PLACES } from "./features.ts";
import type { Head, Slopes } from "./heads.ts";

/** What was learned: of each feature the weight in each score, one feature after the other, and the biases. */
export type Weights = { values: Float64Array; biases: Float64Array };

export type Example = { features: Features; target: number };

export type FitOptions = {
  seed: number;
  /** Where to begin; from nothing where it is left out. */
  from?: Weights | undefined;
  /** Strength of L2 on the weights; biases are free. */
  l2?: number;
  /** Size of the first steps; it falls with `1 / (1 + rate · l2 · step)`. */
  rate?: number;
  epochs?: number;
};

const L2 = 3e-4;
const RATE = 2;
/** Small sets are gone through more often, and large ones in about as many steps. */
const STEPS = 40_000;
const [FEWEST_EPOCHS, MOST_EPOCHS] = [6, 60];
/** Others are let in after so many steps. */
const STRETCH = 64;
const LEAST_FACTOR = 1e-9;

export function noWeights(head: Head): Weights {
  return { values: new Float64Array(PLACES * head.scores), biases: new Float64Array(head.biases) };
}

/** What is subtracted from and added to a model's numbers in stochastic gradient descent, an example after the other in a drawn order. */
export function* fitWeights(
  head: Head,
  examples: readonly Example[],
  options: FitOptions,
): Generator<undefined, Weights> {
  const { seed, from, l2 = L2, rate = RATE } = options;
  const epochs = options.epochs ?? epochsFor(examples.length);
  const descent = new Descent(head, from ?? noWeights(head));
  const random = seededRandom(seed);
  const order = examples.map((_, at) => at);
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const example = examples[at];
      if (example) descent.step(example, { rate: rate / (1 + rate * l2 * step), l2 });
      if (++step % STRETCH === 0) yield;
    }
  }
  return descent.weights();
}

/** The probability of each level. */
export function predict(head: Head, weights: Weights, features: Features): Float64Array {
  return head.probabilities(scoresOf(head, weights.values, features), weights.biases);
}

function epochsFor(examples: number): number {
  return Math.min(MOST_EPOCHS, Math.max(FEWEST_EPOCHS, Math.ceil(STEPS / Math.max(1, examples))));
}

/**
 * L2 shrinks every weight at every step. All by the same factor, which is kept beside them: so a step touches the features of its example
 * alone (L. Bottou, "Stochastic gradient descent tricks", 2012).
 */
class Descent {
  readonly #head: Head;
  readonly #values: Float64Array;
  readonly #biases: Float64Array;
  readonly #slopes: Slopes;
  #factor = 1;

  constructor(head: Head, { values, biases }: Weights) {
    this.#head = head;
    this.#values = values.slice();
    this.#biases = biases.slice();
    this.#slopes = { scores: new Float64Array(head.scores), biases: new Float64Array(head.biases) };
  }

  step({ features, target }: Example, { rate, l2 }: { rate: number; l2: number }): void {
    const { scores: count } = this.#head;
    const scores = scoresOf(this.#head, this.#values, features).map((score) => score * this.#factor);
    this.#head.slopes(scores, this.#biases, target, this.#slopes);
    this.#factor *= 1 - rate * l2;
    if (this.#factor < LEAST_FACTOR) this.#rescale();
    const { places, values } = features;
    for (let at = 0; at < places.length; at++) {
      const by = (rate * (values[at] ?? 0)) / this.#factor;
      const first = (places[at] ?? 0) * count;
      for (let score = 0; score < count; score++)
        this.#values[first + score] =
          (this.#values[first + score] ?? 0) - by * (this.#slopes.scores[score] ?? 0);
    }
    for (let bias = 0; bias < this.#biases.length; bias++)
      this.#biases[bias] = (this.#biases[bias] ?? 0) - rate * (this.#slopes.biases[bias] ?? 0);
  }

  weights(): Weights {
    this.#rescale();
    return { values: this.#values, biases: this.#biases };
  }

  #rescale(): void {
    for (let at = 0; at < this.#values.length; at++)
      this.#values[at] = (this.#values[at] ?? 0) * this.#factor;
    this.#factor = 1;
  }
}

function scoresOf(
  { scores: count }: Head,
  weights: Float64Array,
  { places, values }: Features,
): Float64Array {
  const scores = new Float64Array(count);
  for (let at = 0; at < places.length; at++) {
    const value = values[at] ?? 0;
    const first = (places[at] ?? 0) * count;
    for (let score = 0; score < count; score++)
      scores[score] = (scores[score] ?? 0) + value * (weights[first + score] ?? 0);
  }
  return scores;
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
}
