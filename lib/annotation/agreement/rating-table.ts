/** What one rater said of one item. Numbers are compared as numbers, texts as names of categories. */
export type Rating = { item: string | number; rater: string; value: Value };
export type Value = string | number;

/** Ratings by item, as indices into the lists of items, raters and values. Items without a rating are not in it. */
export type RatingTable = {
  readonly items: readonly (string | number)[];
  readonly raters: readonly string[];
  /** Each value that occurs once: numbers ascending, then texts in the order of their code units. */
  readonly values: readonly Value[];
  /** The ratings of item `i` are those from `starts[i]` up to `starts[i + 1]`; no rater is in there twice. */
  readonly starts: Uint32Array;
  readonly raterOf: Uint32Array;
  readonly codeOf: Uint32Array;
};

/** Orders ratings by item. Of two ratings of one item by one rater the later one counts. */
export function tabulate(ratings: Iterable<Rating>): RatingTable {
  const [items, raters, values] = [
    new Numbering<string | number>(),
    new Numbering<string>(),
    new Numbering<Value>(),
  ];
  const [itemOf, raterOf, codeOf]: [number[], number[], number[]] = [[], [], []];
  for (const { item, rater, value } of ratings) {
    itemOf.push(items.of(item));
    raterOf.push(raters.of(rater));
    codeOf.push(values.of(value));
  }
  const order = values.all.map((_, index) => index).sort(byValue(values.all));
  const rankOf = new Uint32Array(order.length);
  for (const [rank, index] of order.entries()) rankOf[index] = rank;
  const ranked = codeOf.map((index) => rankOf[index] ?? 0);
  return {
    items: items.all,
    raters: raters.all,
    values: order.flatMap((index) => values.all[index] ?? []),
    ...byItem(items.all.length, itemOf, { raterOf, codeOf: ranked }),
  };
}

type Columns = { raterOf: readonly number[]; codeOf: readonly number[] };

/** A counting sort by item that writes over an earlier rating of the same rater. */
function byItem(
  itemCount: number,
  itemOf: readonly number[],
  columns: Columns,
): Pick<RatingTable, "starts" | "raterOf" | "codeOf"> {
  const ends = new Uint32Array(itemCount + 1);
  for (const item of itemOf) ends[item + 1] = at(ends, item + 1) + 1;
  for (let item = 0; item < itemCount; item++) ends[item + 1] = at(ends, item + 1) + at(ends, item);
  const room = ends.slice();
  const filled = room.slice();
  const [raterOf, codeOf] = [new Uint32Array(itemOf.length), new Uint32Array(itemOf.length)];
  for (const [index, item] of itemOf.entries()) {
    const rater = columns.raterOf[index] ?? 0;
    let place = at(room, item);
    while (place < at(filled, item) && raterOf[place] !== rater) place++;
    if (place === at(filled, item)) filled[item] = place + 1;
    raterOf[place] = rater;
    codeOf[place] = columns.codeOf[index] ?? 0;
  }
  return withoutGaps(itemCount, { room, filled, raterOf, codeOf });
}

type Gapped = { room: Uint32Array; filled: Uint32Array; raterOf: Uint32Array; codeOf: Uint32Array };

/** Ratings that were written over leave room at the end of their item. */
function withoutGaps(
  itemCount: number,
  { room, filled, raterOf, codeOf }: Gapped,
): Pick<RatingTable, "starts" | "raterOf" | "codeOf"> {
  const starts = new Uint32Array(itemCount + 1);
  for (let item = 0; item < itemCount; item++) {
    const [from, to] = [at(room, item), at(filled, item)];
    const start = at(starts, item);
    raterOf.copyWithin(start, from, to);
    codeOf.copyWithin(start, from, to);
    starts[item + 1] = start + to - from;
  }
  const count = at(starts, itemCount);
  return { starts, raterOf: raterOf.slice(0, count), codeOf: codeOf.slice(0, count) };
}

/** An element that is there: indices of a table lie within its columns. */
export function at(column: Uint32Array | Float64Array, index: number): number {
  return column[index] ?? 0;
}

/** How many ratings an item has. */
export function sizeOf({ starts }: RatingTable, item: number): number {
  return at(starts, item + 1) - at(starts, item);
}

function byValue(values: readonly Value[]): (a: number, b: number) => number {
  return (a, b) => {
    const [left = 0, right = 0] = [values[a], values[b]];
    if (typeof left === "number" && typeof right === "number") return left - right;
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left < right ? -1 : Number(left > right);
  };
}

/** Numbers things in the order in which they are met. */
class Numbering<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<T, number>();
  #latest: { thing: T; number: number } | undefined;

  of(thing: T): number {
    // Ratings often come in runs of one person and value.
    if (this.#latest?.thing !== thing) this.#latest = { thing, number: this.#find(thing) };
    return this.#latest.number;
  }

  #find(thing: T): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    this.#numbers.set(thing, this.all.length);
    return this.all.push(thing) - 1;
  }
}

/** A value that is measured by its distance to others. */
export function numberOf(value: Value): number {
  if (typeof value !== "number")
    throw new Error(`Only numbers have distances; ${JSON.stringify(value)} is none`);
  return value;
}
