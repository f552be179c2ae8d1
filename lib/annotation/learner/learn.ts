import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import type { Features } from "./features.ts";
import { fitWeights, predict, type Weights } from "./fit-weights.ts";
import { classes, type Head, ranks } from "./heads.ts";

export type Answer = { features: Features; value: Value };

/** A model of the answers to one question. */
export type Learned = {
  /** The values that it distinguishes; numbers in their order. */
  levels: readonly Value[];
  /** Whether they are the very values that were answered, and not the middles of ranges of them. */
  isExact: boolean;
  head: Head;
  weights: Weights;
};

/** A value with its probability. */
export type Likely = { value: Value; probability: number };

type Learning = {
  /** Numbers, whose order counts. */
  isOrdered: boolean;
  seed: number;
  /** What was learned from fewer of the answers: the fit begins there. */
  from?: Learned | undefined;
  /** How often all answers are gone through, where that is not to follow from their number. */
  epochs?: number;
};

/** Rarer values than these are not learned; many distinct numbers are put together into ranges of about as many answers each. */
const MAX_CLASSES = 50;
const MAX_RANKS = 12;
const RANGES = 10;

/** Null where the answers do not differ. */
export function* learn(
  answers: readonly Answer[],
  { isOrdered, seed, from, epochs }: Learning,
): Generator<undefined, Learned | null> {
  const values = answers.map(({ value }) => value);
  const { levels, isExact } = isOrdered ? rankLevels(values) : classLevels(values);
  if (levels.length < 2) return null;
  const head = isOrdered ? ranks(levels.length) : classes(levels.length);
  const examples = answers.flatMap(({ features, value }) => {
    const target = isExact ? levels.indexOf(value) : nearest(levels, value);
    return target < 0 ? [] : [{ features, target }];
  });
  const isSame = from && JSON.stringify(from.levels) === JSON.stringify(levels);
  const weights = yield* fitWeights(head, examples, {
    seed,
    from: isSame ? from.weights : undefined,
    ...(epochs === undefined ? {} : { epochs }),
  });
  return { levels, isExact, head, weights };
}

/** Every value that the model knows, the most probable first. */
export function likelyValues({ levels, head, weights }: Learned, features: Features): Likely[] {
  const probabilities = predict(head, weights, features);
  return levels
    .map((value, level) => ({ value, probability: probabilities[level] ?? 0 }))
    .sort((a, b) => b.probability - a.probability);
}

function classLevels(values: readonly Value[]) {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const common = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_CLASSES);
  return { levels: common.map(([value]) => value).sort(), isExact: true };
}

function rankLevels(values: readonly Value[]) {
  const numbers = values.filter((value) => typeof value === "number").sort((a, b) => a - b);
  const distinct = [...new Set(numbers)];
  if (distinct.length <= MAX_RANKS) return { levels: distinct, isExact: true };
  const middles = Array.from(
    { length: RANGES },
    (_, range) => numbers[Math.floor(((range + 0.5) / RANGES) * numbers.length)] ?? 0,
  );
  return { levels: [...new Set(middles)], isExact: false };
}

function nearest(levels: readonly Value[], value: Value): number {
  if (typeof value !== "number") return -1;
  const distances = levels.map((level) => (typeof level === "number" ? Math.abs(level - value) : Infinity));
  return distances.indexOf(Math.min(...distances));
}
