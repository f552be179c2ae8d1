import fc from "fast-check";
import { expect, test } from "vitest";
import { debiasedEma, debiasedLogEma } from "./debiased-ema.ts";

/** The sum of the definition, written out for each n. */
function plainEma(values: readonly number[], w: number): number[] {
  return values.map((_, n) => {
    const seen = values.slice(0, n + 1);
    const sum = seen.reduce((total, x, i) => total + w ** (n - i) * x * (1 - w), 0);
    return sum / (1 - w ** (n + 1));
  });
}

const single = (values: readonly number[]) => values.map((value) => ({ value, count: 1 }));
const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const weights = fc.double({ min: 0, max: 0.99, noNaN: true });

test("the average of single steps is the weighted sum of its definition", () => {
  fc.assert(
    fc.property(fc.array(finite, { maxLength: 60 }), weights, (values, weight) => {
      const plain = plainEma(values, weight);
      const found = debiasedEma(single(values), weight);
      for (const [i, value] of found.entries()) expect(value).toBeCloseTo(plain[i] ?? Number.NaN, 4);
    }),
  );
});

test("a span that stands for several equal steps counts as those steps", () => {
  const spans = [
    { value: 3, count: 4 },
    { value: -1, count: 2 },
    { value: 7, count: 1 },
  ];
  const steps = debiasedEma(single([3, 3, 3, 3, -1, -1, 7]), 0.9);
  const found = debiasedEma(spans, 0.9);
  for (const [i, step] of [3, 5, 6].entries()) expect(found[i]).toBeCloseTo(steps[step] ?? Number.NaN, 12);
});

test("without smoothing the values come back, and the first value is never pulled to 0", () => {
  expect(debiasedEma(single([5, 2]), 0)).toEqual([5, 2]);
  expect(debiasedEma(single([5]), 0.99)[0]).toBeCloseTo(5, 12);
});

test("in log space a rise and a fall by the same factor cancel, and values without a logarithm are left out", () => {
  const found = debiasedLogEma(single([1, 100, 0, -3, 1]), 0.5);
  const plain = plainEma([0, Math.log(100), 0], 0.5).map(Math.exp);
  expect(found.map((value) => (value === null ? null : Number(value.toPrecision(10))))).toEqual([
    Number(plain[0]?.toPrecision(10)),
    Number(plain[1]?.toPrecision(10)),
    null,
    null,
    Number(plain[2]?.toPrecision(10)),
  ]);
});
