import { expect, test } from "vitest";
import { readGrader } from "#lib/testing/data/grader-data.ts";
import { figuresOf, type JudgedCase } from "./figures-of.ts";
import { isPeoplesYes, judgesPairs, yesFrom } from "./says-yes.ts";

const COUNTS = {
  threshold: 0.5,
  masked: 3,
  undecided: 2,
  unread: 0,
  yesValues: [],
  learned: 1,
  isPairs: false,
};

function times(count: number, more: Partial<JudgedCase>, from: string): JudgedCase[] {
  return Array.from({ length: count }, (_, n) => ({
    unit: `${from} ${n}`,
    grader: true,
    people: true,
    again: true,
    swapped: null,
    length: 10,
    ...more,
  }));
}

test("the example of Cohen's kappa in the literature: 20, 5, 10, 15 of 50 give 0.4", () => {
  const cases = [
    ...times(20, {}, "a"),
    ...times(5, { people: false }, "b"),
    ...times(10, { grader: false, again: false }, "c"),
    ...times(15, { grader: false, people: false, again: true }, "d"),
  ];
  const found = figuresOf(cases, COUNTS);
  expect(found).toMatchObject({
    n: 50,
    masked: 3,
    undecided: 2,
    confusion: { bothYes: 20, onlyGrader: 5, onlyPeople: 10, bothNo: 15 },
    alike: { value: 0.7, n: 50 },
    baseRate: { value: 0.6 },
    truePositiveRate: { value: 20 / 30, n: 30 },
    trueNegativeRate: { value: 15 / 20, n: 20 },
    selfConsistency: { value: 35 / 50 },
    swapped: null,
    lengthBias: { value: null, low: null },
  });
  expect(found.kappa.value).toBeCloseTo(0.4, 10);
  // The large-sample error is 0.13.
  expect(found.kappa.low).toBeGreaterThan(0.1);
  expect(found.kappa.low).toBeLessThan(0.2);
  expect(found.kappa.high).toBeGreaterThan(0.58);
  expect(figuresOf(cases, COUNTS)).toEqual(found);
});

test("a grader that says yes to all that is long is shown to do so; one case says next to nothing, none has no figure", () => {
  const cases = [
    ...times(10, { people: false, length: 900 }, "long"),
    ...times(10, { people: false, grader: false, length: 40 }, "short"),
  ];
  expect(figuresOf(cases, COUNTS).lengthBias.value).toBeCloseTo(1, 10);
  const { alike, kappa } = figuresOf(times(1, {}, "one"), COUNTS);
  expect(alike).toMatchObject({ value: 1, high: 1, method: "wilson" });
  expect(alike.low).toBeCloseTo(0.2065, 4);
  expect(kappa.low).toBeNull();
  expect(figuresOf([], COUNTS)).toMatchObject({ n: 0, kappa: { value: null }, alike: { value: null } });
});

test("a share of all or of none still has an interval: that of 60 of 60 begins at 94 %", () => {
  const { selfConsistency, baseRate } = figuresOf(times(60, { people: false }, "same"), COUNTS);
  expect(selfConsistency).toMatchObject({ value: 1, high: 1, method: "wilson" });
  // 60 / (60 + 1.96²)
  expect(selfConsistency.low).toBeCloseTo(0.9398, 4);
  expect(baseRate).toMatchObject({ value: 0, low: 0 });
  expect(baseRate.high).toBeCloseTo(0.0602, 4);
});

test("a judge that takes what stands first is inconsistent when pairs are swapped", () => {
  const cases = [...times(6, { swapped: true }, "first"), ...times(4, { swapped: false }, "fair")];
  expect(figuresOf(cases, { ...COUNTS, isPairs: true }).swapped).toMatchObject({
    consistent: { value: 0.4, n: 10 },
    favoursFirst: { value: 0.8 },
  });
});

const input = [{ role: "user", content: "{{item.first}} or {{ item.second }}?" }];
const judge = readGrader({ type: "spindle.judge", model: "m", input, scores: { good: 5, fair: 3, bad: 1 } });

test("people's words are worth what the judge's labels of that name are", () => {
  expect(yesFrom(judge)).toBe(3);
  expect(["good", "fair", "bad", "else", null].map((said) => isPeoplesYes(judge, said))).toEqual([
    true,
    true,
    false,
    null,
    null,
  ]);
  expect([true, false, 4, 2].map((said) => isPeoplesYes(judge, said))).toEqual([true, false, true, false]);
  expect(judgesPairs(judge)).toBe(true);
});
