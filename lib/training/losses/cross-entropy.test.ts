import { expect, test } from "vitest";
import { crossEntropyCoefficient, crossEntropyLoss } from "./cross-entropy.ts";

test("the coefficient is the loss's slope by each log-probability, with its sign turned", () => {
  const logprobs = [-0.5, -2, -4];
  const step = 1e-6;
  for (const t of logprobs.keys()) {
    const moved = (by: number) =>
      crossEntropyLoss(logprobs.map((value, s) => (s === t ? value + by : value)));
    const slope = (moved(step) - moved(-step)) / (2 * step);
    expect(crossEntropyCoefficient(logprobs.length)).toBeCloseTo(-slope, 8);
  }
});

test("the loss is the mean over trained tokens, and nothing where none is trained", () => {
  expect(crossEntropyLoss([-1, -2])).toBe(1.5);
  expect(crossEntropyLoss([])).toBe(0);
  expect(crossEntropyCoefficient(0)).toBe(0);
});
