import { type Features, likenessOf } from "./features.ts";
import type { Likely } from "./learn.ts";

/** An item that was given to somebody. */
export type AskedItem = {
  /** Belongs to the fifth that is taken at random, whatever the model says. */
  isRandom: boolean;
  features: Features;
};

/** An item that nobody has answered. */
export type OpenItem = AskedItem & {
  id: string;
  /** How far the most probable value is ahead of the next: the less, the more its answer teaches. */
  margin: number;
  /** Its place in a random order. */
  shuffle: number;
};

/** Of so many items, one is of the random fifth. */
const STRIDE = 5;
/** In a stretch of so many items, none that the model chose is nearly the same as another. */
export const STRETCH = 10;
/** Nearly the same: a sentence of ten words in which one is another, and the same reply. */
const LIKENESS = 0.7;

export function marginOf([first, second]: readonly Likely[]): number {
  return (first?.probability ?? 0) - (second?.probability ?? 0);
}

/**
 * The order in which items teach the most: four after each other by margin, least first, and one at random. It continues from what was asked
 * before, the latest last: an order that begins again with each fit never comes to the fifth item. What the model chooses keeps its distance from
 * items of nearly the same words; the random ones do not, as they stand for all that there is.
 */
export function* informativeOrder(
  items: readonly OpenItem[],
  { asked, most }: { asked: readonly AskedItem[]; most: number },
): Generator<undefined, string[]> {
  const random = items.filter(({ isRandom }) => isRandom).toSorted((a, b) => a.shuffle - b.shuffle);
  const teaching = new SpreadItems(
    items.filter(({ isRandom }) => !isRandom).toSorted((a, b) => a.margin - b.margin),
  );
  const stretch = asked.slice(1 - STRETCH);
  let sinceRandom = asked.length - 1 - asked.findLastIndex(({ isRandom }) => isRandom);
  const order: string[] = [];
  while (order.length < Math.min(most, items.length)) {
    yield;
    const place = order.length;
    const isForRandom = sinceRandom >= STRIDE - 1;
    const next = isForRandom
      ? (random.shift() ?? teaching.take(place, stretch))
      : (teaching.take(place, stretch) ?? random.shift());
    if (!next) break;
    order.push(next.id);
    sinceRandom = isForRandom || next.isRandom ? 0 : sinceRandom + 1;
    stretch.push(next);
    if (stretch.length >= STRETCH) stretch.shift();
  }
  return order;
}

/** Items by margin, taken so that nearly equal ones keep their distance. */
class SpreadItems {
  /** Each with the place from which on the stretch no longer has the item that it was found to be like. */
  readonly #items: { item: OpenItem; from: number }[];

  constructor(items: readonly OpenItem[]) {
    this.#items = items.map((item) => ({ item, from: 0 }));
  }

  /** The first that is like none of the stretch before the place; where all are like one, the one that will not be soonest. */
  take(place: number, stretch: readonly AskedItem[]): OpenItem | undefined {
    const free = this.#items.findIndex((one) => {
      if (one.from <= place) one.from = place + placesLeft(one.item, stretch);
      return one.from <= place;
    });
    return this.#items.splice(free < 0 ? this.#soonest() : free, 1)[0]?.item;
  }

  #soonest(): number {
    const least = this.#items.reduce((a, { from }) => Math.min(a, from), Infinity);
    return this.#items.findIndex(({ from }) => from === least);
  }
}

/** After how many more places the stretch has none that the item is like. */
function placesLeft({ features }: OpenItem, stretch: readonly AskedItem[]): number {
  const at = stretch.findLastIndex((one) => likenessOf(one.features, features) >= LIKENESS);
  return at < 0 ? 0 : at + STRETCH - stretch.length;
}
