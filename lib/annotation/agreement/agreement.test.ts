import { describe, expect, test } from "vitest";
import { cohenKappa, compareRaters, meanKappa } from "./compare-raters.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { alphaWithInterval, krippendorffAlpha } from "./krippendorff-alpha.ts";
import { percentAgreement } from "./percent-agreement.ts";
import { type Rating, tabulate } from "./rating-table.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** A rater a row, an item a column, null where there is no rating. */
function fromRows(rows: readonly (readonly (number | string | null)[])[]) {
  const ratings = rows.flatMap((row, rater) =>
    row.flatMap((value, item): Rating[] =>
      value === null ? [] : [{ item, rater: `rater ${rater}`, value }],
    ),
  );
  return tabulate(ratings);
}

/** An item a row, a category a column: how many raters chose it. Who they were does not matter. */
function fromCounts(rows: readonly (readonly number[])[]) {
  return tabulate(
    rows.flatMap((row, item) =>
      row
        .flatMap((count, value) => Array.from({ length: count }, () => value))
        .map((value, rater) => ({ item, rater: `rater ${rater}`, value })),
    ),
  );
}

const _ = null;
/** Four observers, twelve units, values missing. */
const KRIPPENDORFF_2011 = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
  [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
];
/** Three coders, fifteen units, half of the values missing. */
const ENCYCLOPEDIA = [
  [_, _, _, _, _, 3, 4, 1, 2, 1, 1, 3, 3, _, 3],
  [1, _, 2, 1, 3, 3, 4, 3, _, _, _, _, _, _, _],
  [_, _, 2, 1, 3, 4, 4, _, 2, 1, 1, 3, 3, _, 4],
];
/** Ten subjects, fourteen raters, five categories. */
const FOURTEEN_RATERS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];
/** Thirty patients, six psychiatrists, five diagnoses: the example of the paper itself. */
const FLEISS_1971 = `
  00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
  00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006`
  .trim()
  .split(/\s+/)
  .map((row) => [...row].map(Number));

describe("worked examples that were published", () => {
  test.each([
    ["nominal", 0.743],
    ["ordinal", 0.815],
    ["interval", 0.849],
  ] as const)("Krippendorff's alpha of his four observers, %s: %s", (measure, alpha) => {
    expect(krippendorffAlpha(fromRows(KRIPPENDORFF_2011), measure)).toBeCloseTo(alpha, 3);
  });

  test.each([
    ["nominal", 0.691],
    ["interval", 0.811],
  ] as const)("Krippendorff's alpha of three coders with many gaps, %s: %s", (measure, alpha) => {
    expect(krippendorffAlpha(fromRows(ENCYCLOPEDIA), measure)).toBeCloseTo(alpha, 3);
  });

  test("Krippendorff's alpha of two observers and ten binary units is 0.095", () => {
    const rows = ["0100000000", "1110010010"].map((row) => [...row].map(Number));
    expect(krippendorffAlpha(fromRows(rows), "nominal")).toBeCloseTo(0.095, 3);
  });

  test("Krippendorff's alpha of two observers and twelve named units is 0.692", () => {
    const rows = ["aabbdcccedda", "babbbccceddd"].map((row) => [...row]);
    expect(krippendorffAlpha(fromRows(rows), "nominal")).toBeCloseTo(0.692, 3);
  });

  test("Cohen's kappa of his two judges is 0.492", () => {
    const counts = [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ];
    const confusion = counts.flatMap((row, first) => row.map((count, second) => ({ first, second, count })));
    const { items, percent, kappa } = cohenKappa(confusion, "nominal");
    expect({ items, percent }).toEqual({ items: 200, percent: 0.7 });
    expect(kappa).toBeCloseTo(0.492, 3);
  });

  test("the kappa of two judges of anxiety on a scale of six is 0.119, and with quadratic weights 0.297", () => {
    const [first, second] = [
      [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
      [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
    ];
    const confusion = first.map((value, i) => ({ first: value, second: second[i] ?? 0, count: 1 }));
    expect(cohenKappa(confusion, "nominal").kappa).toBeCloseTo(0.119, 3);
    expect(cohenKappa(confusion, "ordinal").kappa).toBeCloseTo(0.297, 3);
  });

  test("Fleiss' kappa of his thirty patients is 0.430, and that of fourteen raters 0.210", () => {
    expect(fleissKappa(fromCounts(FLEISS_1971))).toBeCloseTo(0.43, 3);
    expect(fleissKappa(fromCounts(FOURTEEN_RATERS))).toBeCloseTo(0.21, 3);
  });

  test("Wilson's interval of 81 of 263 is 0.2553 to 0.3662, and of 0 of 20 it is 0 to 0.1611", () => {
    const many = wilsonInterval(81, 263);
    expect([many.low, many.high].map((bound) => bound?.toFixed(4))).toEqual(["0.2553", "0.3662"]);
    const none = wilsonInterval(0, 20);
    expect([none.low, none.high?.toFixed(4)]).toEqual([0, "0.1611"]);
  });
});

describe("where there is nothing to measure", () => {
  const measures = ["nominal", "ordinal", "interval"] as const;

  test("ratings of one person alone agree with nobody: every measure is null", () => {
    const table = fromRows([[1, 2, 3]]);
    expect(percentAgreement(table)).toEqual({ items: 0, pairs: 0, percent: null });
    expect([compareRaters(table, "nominal"), meanKappa([]), fleissKappa(table)]).toEqual([[], null, null]);
    for (const measure of measures)
      expect(alphaWithInterval(table, measure)).toEqual({ value: null, low: null, high: null });
  });

  test("where only one value occurs all agree, and no measure that allows for chance can say more", () => {
    const table = fromRows([
      [0.1, 0.1, 0.1],
      [0.1, 0.1, 0.1],
      [0.1, 0.1, 0.1],
    ]);
    expect(percentAgreement(table).percent).toBe(1);
    const pairs = compareRaters(table, "nominal");
    for (const measure of measures)
      expect(compareRaters(table, measure).map(({ kappa }) => kappa)).toEqual([null, null, null]);
    expect([meanKappa(pairs), fleissKappa(table)]).toEqual([null, null]);
    for (const measure of measures) expect(krippendorffAlpha(table, measure)).toBeNull();
  });

  test("no ratings at all are no error", () => {
    expect(percentAgreement(tabulate([])).percent).toBeNull();
    expect(krippendorffAlpha(tabulate([]), "ordinal")).toBeNull();
  });

  test("texts have no distances", () => {
    const table = fromRows([
      ["good", "bad"],
      ["bad", "bad"],
    ]);
    expect(() => krippendorffAlpha(table, "interval")).toThrow('"bad" is none');
  });
});

test("a rater who rates an item again means the later value", () => {
  const table = tabulate([
    { item: 1, rater: "ada", value: "no" },
    { item: 1, rater: "bo", value: "yes" },
    { item: 2, rater: "ada", value: "no" },
    { item: 1, rater: "ada", value: "yes" },
  ]);
  expect(percentAgreement(table)).toEqual({ items: 1, pairs: 1, percent: 1 });
});

test("the interval of alpha holds alpha, is the same each time, and is narrower where more was rated", () => {
  const rows = KRIPPENDORFF_2011;
  const widths = [1, 10].map((times) => {
    const table = fromRows(rows.map((row) => Array.from({ length: times }, () => row).flat()));
    const estimate = alphaWithInterval(table, "nominal");
    expect(alphaWithInterval(table, "nominal")).toEqual(estimate);
    const { value, low, high } = estimate;
    if (value === null || low === null || high === null) return expect.unreachable("there is an interval");
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    return high - low;
  });
  const [few = 0, many = 0] = widths;
  // The width goes with the square root of the number of items.
  expect(few / many).toBeGreaterThan(2);
  expect(few / many).toBeLessThan(5);
});
