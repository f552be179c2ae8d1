import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { featuresOf, likenessOf } from "./features.ts";
import { type AskedItem, informativeOrder, type OpenItem, STRETCH } from "./order.ts";

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const said = (question: string) => featuresOf({ question, answer: "", toolCalls: 0 });

const open = (id: string, margin: number, more: Partial<OpenItem> = {}): OpenItem => ({
  ...{ id, margin, isRandom: false, shuffle: 0 },
  features: said(times(8, (n) => `${id}${n}`).join(" ")),
  ...more,
});

function ordered(
  items: readonly OpenItem[],
  { asked = [], most = 1_000 }: { asked?: readonly AskedItem[]; most?: number } = {},
): string[] {
  const steps = informativeOrder(items, { asked, most });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const drawn = (id: string, shuffle: number, margin = 0) => open(id, margin, { isRandom: true, shuffle });

test("four of the least margin are followed by one of the random fifth", () => {
  const items = [
    ...times(6, (n) => open(`m${n}`, n / 10)),
    drawn("r1", 0.9),
    drawn("r0", 0.1, 1),
  ].toReversed();
  expect(ordered(items)).toEqual(["m0", "m1", "m2", "m3", "r0", "m4", "m5", "r1"]);
  expect(ordered(items, { most: 3 })).toEqual(["m0", "m1", "m2"]);
  expect(ordered([])).toEqual([]);
});

test("the order continues from what was asked: the random item comes after four others, however often the order is made again", () => {
  const items = [...times(40, (n) => open(`m${n}`, n / 40)), ...times(10, (n) => drawn(`r${n}`, n / 10))];
  const asked: OpenItem[] = [];
  // As where people answer two items between two fits.
  while (asked.length < items.length) {
    const left = items.filter((item) => !asked.includes(item));
    const next = ordered(left, { asked }).slice(0, 2);
    asked.push(...next.map((id) => items.find((item) => item.id === id) ?? open(id, 0)));
  }
  expect(asked.map(({ isRandom }) => isRandom)).toEqual(times(50, (n) => n % 5 === 4));
});

/** Items in clusters of nearly the same words, with the number of the cluster in the id; every fifth is of the random fifth. */
function planted(random: () => number, { clusters, size }: { clusters: number; size: number }): OpenItem[] {
  const word = () => `w${Math.floor(random() * 100_000)}`;
  return times(clusters, (cluster) => {
    const base = times(12, word);
    return times(size, (n) =>
      open(`${cluster}/${n}`, random(), {
        isRandom: random() < 0.2,
        shuffle: random(),
        features: said(base.with(Math.floor(random() * 12), word()).join(" ")),
      }),
    );
  }).flat();
}

test.each([1, 2, 3, 4, 5])(
  "of planted near duplicates, at most one is chosen in a stretch, and it is the one of the least margin (%s)",
  (seed) => {
    const items = planted(seededRandom(seed), { clusters: 24, size: 10 });
    const byId = new Map(items.map((item) => [item.id, item]));
    const clusterOf = (id: string) => id.split("/")[0];
    const order = ordered(items);
    expect(order.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
    // By what was planted, without any measure of words: what may be at each place, and what is.
    const left = new Set(items);
    for (const [place, id] of order.entries()) {
      const before = order.slice(Math.max(0, place - STRETCH + 1), place);
      const item = byId.get(id);
      if (item && !item.isRandom) {
        const chosen = [...left].filter(({ isRandom }) => !isRandom);
        const free = chosen.filter((one) => !before.some((other) => clusterOf(other) === clusterOf(one.id)));
        const least = free.toSorted((a, b) => a.margin - b.margin)[0];
        if (least) expect(id, `at ${place}`).toBe(least.id);
      }
      if (item) left.delete(item);
    }
    const places = order.flatMap((id, place) => (byId.get(id)?.isRandom ? [place] : []));
    expect(places.slice(0, 30)).toEqual(times(30, (n) => 5 * n + 4));
  },
);

test("what was asked just now keeps its near duplicates away as well", () => {
  const text = "where is my refund of the second of march for the red shoes";
  const items = [
    open("again", 0, { features: said(text.replace("red", "blue")) }),
    ...times(12, (n) => open(`m${n}`, (n + 1) / 20)),
  ];
  const asked = [{ isRandom: false, features: said(text) }];
  expect(ordered(items, { asked }).indexOf("again")).toBe(STRETCH - 1);
});

test("where everything is nearly the same, everything is asked all the same, the least sure first", () => {
  const items = times(6, (n) => open(`m${n}`, n / 10, { features: said("always the same words") }));
  expect(ordered(items.toReversed())).toEqual(["m0", "m1", "m2", "m3", "m4", "m5"]);
});

test("likeness is that of words: 1 of the same, little of others, and a pair is like itself with its sides swapped", () => {
  const a = said("my order has not arrived");
  expect(likenessOf(a, a)).toBeCloseTo(1, 12);
  expect(likenessOf(a, said("play some music in the kitchen"))).toBeLessThan(0.2);
  const swapped = { places: a.places, values: a.values.map((value) => -value) };
  expect(likenessOf(a, swapped)).toBeCloseTo(1, 12);
  expect(likenessOf(a, { places: new Int32Array(), values: new Float64Array() })).toBe(0);
});
