import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type Judged, predictionPowered } from "./prediction-powered.ts";
import { studentQuantile } from "./student-quantile.ts";

function votes(count: number, errs: number, seed: number): Judged[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const people = random() < 0.6 ? 1 : 0;
    return { people, judge: random() < errs ? 1 - people : people };
  });
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
};

test("the judge weighs what makes the interval narrowest, found by trying a thousand weights", () => {
  const both = votes(200, 0.2, 5);
  const alone = votes(1500, 0.2, 6).map(({ judge }) => judge);
  const ofAlone = mean(alone);
  const ofJudge = variance(alone) / 1500;
  const tried = Array.from({ length: 1001 }, (_, at) => {
    const weight = at / 1000;
    const residuals = both.map(({ people, judge }) => people - weight * judge);
    const value = weight * ofAlone + mean(residuals);
    return { value, variance: weight ** 2 * ofJudge + variance(residuals) / 200 };
  });
  const best = tried.reduce((one, other) => (other.variance < one.variance ? other : one));
  const { value, low, high } = predictionPowered(both, alone);
  expect(value).toBeCloseTo(best.value, 2);
  expect((high ?? 0) - (low ?? 0)).toBeCloseTo(2 * studentQuantile(199) * Math.sqrt(best.variance), 3);
});

test("without a judge, or with one that always says the same, it is what people say alone", () => {
  const both = votes(60, 0.2, 7);
  const people = both.map((one) => one.people);
  const half = studentQuantile(59) * Math.sqrt(variance(people) / 60);
  const plain = { value: mean(people), low: mean(people) - half, high: mean(people) + half };
  for (const estimate of [
    predictionPowered(both, []),
    predictionPowered(
      both.map((one) => ({ ...one, judge: 1 })),
      votes(500, 0, 8).map(() => 1),
    ),
  ])
    for (const end of ["value", "low", "high"] as const) expect(estimate[end]).toBeCloseTo(plain[end], 9);
});

test("no cases give no value, and one no interval", () => {
  expect(predictionPowered([], [1, 0])).toMatchObject({ value: null, low: null, high: null, n: 0 });
  expect(predictionPowered([{ people: 1, judge: 1 }], [1, 0])).toMatchObject({ low: null, high: null, n: 1 });
});
