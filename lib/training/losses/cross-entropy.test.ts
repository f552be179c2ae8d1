import { expect, test } from "vitest";
import { crossEntropyCoefficient, crossEntropyLoss } from "./cross-entropy.ts";

test("the coefficient is the loss's slope by each log-probability, with its sign turned", () => {
  const tokens = [
    { logprob: -0.5, weight: 1 },
    { logprob: -2, weight: 0.25 },
    { logprob: -4, weight: 3 },
  ];
  const step = 1e-6;
  for (const [t, { weight }] of tokens.entries()) {
    const moved = (by: number) =>
      crossEntropyLoss(
        tokens.map((token, s) => (s === t ? { ...token, logprob: token.logprob + by } : token)),
      );
    const slope = (moved(step) - moved(-step)) / (2 * step);
    expect(crossEntropyCoefficient(weight, 4.25)).toBeCloseTo(-slope, 8);
  }
});

test("the loss is the mean over trained tokens by their weights, and nothing where none is trained", () => {
  const each = (weight: number) => [-1, -2].map((logprob) => ({ logprob, weight }));
  expect(crossEntropyLoss(each(1))).toBe(1.5);
  expect(crossEntropyLoss(each(0.5))).toBe(1.5);
  expect(crossEntropyLoss([])).toBe(0);
  expect(crossEntropyLoss(each(0))).toBe(0);
  expect(crossEntropyCoefficient(0, 0)).toBe(0);
});
