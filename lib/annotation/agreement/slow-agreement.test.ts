import fc from "fast-check";
import { expect, test } from "vitest";
import type { Measure } from "#lib/contract/annotation/queue-quality.ts";
import { compareRaters } from "./compare-raters.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { percentAgreement } from "./percent-agreement.ts";
import { tabulate } from "./rating-table.ts";

/** The measures once more, from their definitions as sums over pairs, with no thought of speed. */

type Rows = (number | null)[][];
type Pair = [number, number];

const ratings = (rows: Rows) =>
  rows.flatMap((row, item) =>
    row.flatMap((value, rater) => (value === null ? [] : [{ item, rater: `rater ${rater}`, value }])),
  );

/** Every ordered pair of values of two different raters of one item. */
function pairsOf(row: (number | null)[]): Pair[] {
  return row.flatMap((left, i) =>
    row.flatMap((right, j): Pair[] => (i === j || left === null || right === null ? [] : [[left, right]])),
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const given = (row: (number | null)[]) => row.filter((value) => value !== null);

function slowAlpha(rows: Rows, measure: Measure): number | null {
  const pairable = rows.filter((row) => given(row).length >= 2);
  const values = [...new Set(pairable.flatMap(given))].sort((a, b) => a - b);
  const coincidences = values.map((c) =>
    values.map((k) =>
      sum(
        pairable.map(
          (row) => pairsOf(row).filter(([a, b]) => a === c && b === k).length / (given(row).length - 1),
        ),
      ),
    ),
  );
  const marginals = coincidences.map(sum);
  const delta = (c: number, k: number): number => {
    if (measure === "nominal") return c === k ? 0 : 1;
    if (measure === "interval") return ((values[c] ?? 0) - (values[k] ?? 0)) ** 2;
    const [low, high] = [Math.min(c, k), Math.max(c, k)];
    return (sum(marginals.slice(low, high + 1)) - ((marginals[low] ?? 0) + (marginals[high] ?? 0)) / 2) ** 2;
  };
  const over = (weight: (c: number, k: number) => number) =>
    sum(values.flatMap((_, c) => values.map((_, k) => weight(c, k) * delta(c, k))));
  const n = sum(marginals);
  const observed = over((c, k) => coincidences[c]?.[k] ?? 0) / n;
  const expected = over((c, k) => (marginals[c] ?? 0) * (marginals[k] ?? 0)) / (n * (n - 1));
  return values.length < 2 ? null : 1 - observed / expected;
}

function slowPercent(rows: Rows): number | null {
  const pairs = rows.flatMap(pairsOf);
  return pairs.length === 0 ? null : pairs.filter(([a, b]) => a === b).length / pairs.length;
}

function slowCohen(rows: Rows, [first, second]: Pair, measure: Measure): number | null {
  const common = rows.flatMap((row): Pair[] => {
    const [a = null, b = null] = [row[first], row[second]];
    return a === null || b === null ? [] : [[a, b]];
  });
  const weight = (a: number, b: number) => (measure === "nominal" ? Number(a !== b) : (a - b) ** 2);
  const observed = sum(common.map(([a, b]) => weight(a, b))) / common.length;
  const byChance = sum(common.flatMap(([a]) => common.map(([, b]) => weight(a, b))));
  return byChance === 0 ? null : 1 - observed / (byChance / common.length ** 2);
}

function slowFleiss(rows: Rows): number | null {
  const items = rows.map(given);
  const values = items.flat();
  const chance =
    sum(values.flatMap((a) => values.map((b): number => (a === b ? 1 : 0)))) / values.length ** 2;
  const agreement = sum(rows.map((row) => slowPercent([row]) ?? 0)) / rows.length;
  return chance === 1 ? null : (agreement - chance) / (1 - chance);
}

function expectSame(found: number | null | undefined, expected: number | null): void {
  if (expected === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(expected, 9);
}

const value = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constantFrom(0.1, 0.25, 1e6));
const table = (missing: number) =>
  fc.integer({ min: 2, max: 5 }).chain((raters) =>
    fc.array(fc.array(fc.option(value, { freq: missing }), { minLength: raters, maxLength: raters }), {
      minLength: 1,
      maxLength: 12,
    }),
  );

test.each(["nominal", "ordinal", "interval"] as const)(
  "alpha, %s, is that of the matrix of coincidences",
  (measure) => {
    fc.assert(
      fc.property(table(3), (rows) => {
        expectSame(krippendorffAlpha(tabulate(ratings(rows)), measure), slowAlpha(rows, measure));
      }),
      { numRuns: 300 },
    );
  },
);

test("percent agreement and Cohen's kappa are those of the plain pairs", () => {
  fc.assert(
    fc.property(table(3), (rows) => {
      const tabulated = tabulate(ratings(rows));
      expectSame(percentAgreement(tabulated).percent, slowPercent(rows));
      for (const measure of ["nominal", "ordinal", "interval"] as const)
        for (const { first, second, kappa, items, confusion } of compareRaters(tabulated, measure)) {
          const [a = 0, b = 0] = [first, second].map((rater) => Number(rater.split(" ")[1]));
          expectSame(kappa, slowCohen(rows, [a, b], measure));
          expect(sum(confusion.map(({ count }) => count))).toBe(items);
        }
    }),
    { numRuns: 300 },
  );
});

test("Fleiss' kappa is that of the plain pairs where nobody leaves an item out", () => {
  const full = fc
    .integer({ min: 2, max: 5 })
    .chain((raters) =>
      fc.array(fc.array(value, { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: 12 }),
    );
  fc.assert(
    fc.property(full, (rows) => expectSame(fleissKappa(tabulate(ratings(rows))), slowFleiss(rows))),
    { numRuns: 200 },
  );
});

test("Fleiss' kappa leaves out the items that have another number of ratings than most", () => {
  const rows = [
    [1, 1, 2],
    [2, 2, 2],
    [1, 2, 1],
  ];
  const more = [...rows, [1, 2, null], [2, null, null]];
  expect(fleissKappa(tabulate(ratings(more)))).toBe(fleissKappa(tabulate(ratings(rows))));
});
