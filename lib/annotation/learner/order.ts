import type { Likely } from "./learn.ts";
import { NearDuplicates } from "./near-duplicates.ts";

/** An item that nobody has answered. */
export type OpenItem = {
  id: string;
  /** How far the most probable value is ahead of the next: the less, the more its answer teaches. */
  margin: number;
  /** Belongs to the fifth that is taken at random, whatever the model says. */
  isRandom: boolean;
  /** Its place in a random order. */
  shuffle: number;
  text: string;
};

/** Of so many items, one is of the random fifth. */
const STRIDE = 5;
/** Items with so many of their word triples in common teach the same. */
const LIKENESS = 0.8;

export function marginOf([first, second]: readonly Likely[]): number {
  return (first?.probability ?? 0) - (second?.probability ?? 0);
}

/**
 * The order in which items teach the most: four after each other by margin, least first, and one at random. Of items with nearly the same
 * words, one stands in its place and the others come last.
 */
export function* informativeOrder(items: readonly OpenItem[], most: number): Generator<undefined, string[]> {
  const random = items.filter(({ isRandom }) => isRandom).toSorted((a, b) => a.shuffle - b.shuffle);
  const sure = items.filter(({ isRandom }) => !isRandom).toSorted((a, b) => a.margin - b.margin);
  const teaching = yield* oneOfEach(sure, most);
  const order: string[] = [];
  for (let place = 1; order.length < Math.min(most, items.length); place++) {
    const isForRandom = place % STRIDE === 0;
    const next = isForRandom ? (random.shift() ?? teaching.shift()) : (teaching.shift() ?? random.shift());
    if (!next) break;
    order.push(next.id);
  }
  return order;
}

function* oneOfEach(items: readonly OpenItem[], most: number): Generator<undefined, OpenItem[]> {
  const seen = new NearDuplicates(LIKENESS);
  const first: OpenItem[] = [];
  const alike: OpenItem[] = [];
  for (const item of items) {
    if (first.length >= most) break;
    (seen.take(item.id, item.text) === null ? first : alike).push(item);
    yield;
  }
  return [...first, ...alike];
}
