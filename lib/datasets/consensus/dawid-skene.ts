import { setImmediate as othersTurn } from "node:timers/promises";
import { inStretches } from "#lib/platform/in-turns.ts";

/** That a rater said a value of an item. */
export type Vote = { item: string; rater: string; value: string };

export type Estimates = {
  /** By item, how probable each of its values is. */
  posteriors: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By rater, the share of their votes that is right. */
  accuracies: ReadonlyMap<string, number>;
};

const MAX_ROUNDS = 50;
const ITEMS_AT_A_STRETCH = 500;
const SETTLED = 1e-12;
/** Beta(2, 1): two earlier votes of which most were right, so that nobody is taken for perfect or useless after a few. */
const PRIOR = { right: 2, wrong: 1 };

/**
 * How often each rater is right and which value of each item is, from nothing but the votes: Dawid and Skene (1979) with one number a rater, who
 * is right with that probability and else says any of the other values equally often. Expectation maximisation from the shares of the votes, with
 * the mean of each rater's posterior. `known` are items whose value is certain.
 */
export async function dawidSkene(
  votes: readonly Vote[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Estimates> {
  const byItem = Map.groupBy(votes, ({ item }) => item);
  const valueCount = Math.max(2, new Set([...votes.map(({ value }) => value), ...known.values()]).size);
  let posteriors = new Map<string, Posterior>(
    [...byItem].map(([item, said]) => [item, certain(known.get(item)) ?? shares(said)]),
  );
  let accuracies = accuraciesBy(votes, posteriors);
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const estimated = new Map<string, Posterior>();
    for await (const items of inStretches([...byItem], ITEMS_AT_A_STRETCH))
      for (const [item, said] of items)
        estimated.set(item, certain(known.get(item)) ?? posteriorOf(said, accuracies, valueCount));
    posteriors = estimated;
    await othersTurn();
    const next = accuraciesBy(votes, posteriors);
    const moved = Math.max(
      0,
      ...[...next].map(([rater, one]) => Math.abs(one - (accuracies.get(rater) ?? 0))),
    );
    accuracies = next;
    if (moved < SETTLED) break;
  }
  return { posteriors, accuracies };
}

/** Items from which something can be learned about raters: said by two, or known. */
export function sharedItems(votes: readonly Vote[], known: ReadonlyMap<string, string>): number {
  const byItem = Map.groupBy(votes, ({ item }) => item);
  return [...byItem].filter(
    ([item, said]) => known.has(item) || new Set(said.map(({ rater }) => rater)).size > 1,
  ).length;
}

type Posterior = ReadonlyMap<string, number>;

function certain(value: string | undefined): Posterior | null {
  return value === undefined ? null : new Map([[value, 1]]);
}

function shares(said: readonly Vote[]): Posterior {
  const counts = new Map<string, number>();
  for (const { value } of said) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, count]) => [value, count / said.length]));
}

/** Values that nobody said of the item are all alike, and share what is left. */
function posteriorOf(
  said: readonly Vote[],
  accuracies: ReadonlyMap<string, number>,
  valueCount: number,
): Posterior {
  const values = [...new Set(said.map(({ value }) => value))];
  const likelihood = (candidate: string | null) =>
    said.reduce((product, { rater, value }) => {
      const accuracy = accuracies.get(rater) ?? 0;
      return product * (value === candidate ? accuracy : (1 - accuracy) / (valueCount - 1));
    }, 1);
  const likelihoods = values.map((value) => [value, likelihood(value)] as const);
  const unsaid = (valueCount - values.length) * likelihood(null);
  const total = likelihoods.reduce((sum, [, one]) => sum + one, unsaid);
  return new Map(likelihoods.map(([value, one]) => [value, one / total]));
}

function accuraciesBy(
  votes: readonly Vote[],
  posteriors: ReadonlyMap<string, Posterior>,
): Map<string, number> {
  const hits = new Map<string, { right: number; all: number }>();
  for (const { item, rater, value } of votes) {
    const { right, all } = hits.get(rater) ?? { right: 0, all: 0 };
    hits.set(rater, { right: right + (posteriors.get(item)?.get(value) ?? 0), all: all + 1 });
  }
  return new Map(
    [...hits].map(([rater, { right, all }]) => [
      rater,
      (right + PRIOR.right) / (all + PRIOR.right + PRIOR.wrong),
    ]),
  );
}
