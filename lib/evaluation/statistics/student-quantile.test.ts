import { expect, test } from "vitest";
import { normalShare, studentQuantile } from "./student-quantile.ts";

test("Student's quantiles are those of the tables", () => {
  const table: [freedom: number, quantile: number, within: number][] = [
    [1, 12.7062, 1e-4],
    [2, 4.3027, 1e-4],
    [3, 3.1824, 0.05],
    [5, 2.5706, 3e-3],
    [10, 2.2281, 1e-3],
    [30, 2.0423, 1e-4],
    [120, 1.9799, 1e-4],
  ];
  for (const [freedom, quantile, within] of table)
    expect(Math.abs(studentQuantile(freedom) - quantile), `${freedom}`).toBeLessThan(within);
});

test("shares of the normal distribution are its density, summed", () => {
  let [sum, steps] = [0, 8000];
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  for (let step = 0; step < steps; step++) {
    const [from, to] = [-8 + (16 * step) / steps, -8 + (16 * (step + 1)) / steps];
    sum += ((density(from) + 4 * density((from + to) / 2) + density(to)) * (to - from)) / 6;
    if (step % 400 === 0) expect(normalShare(to)).toBeCloseTo(sum, 7);
  }
});
