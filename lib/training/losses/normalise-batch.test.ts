import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseBatch } from "./normalise-batch.ts";

const member = fc.record({
  sampledTokens: fc.integer({ min: 1, max: 50 }),
  weight: fc.integer({ min: 1, max: 100 }).map((part) => part / 100),
  advantage: fc.integer({ min: 1, max: 300 }).chain((part) => fc.constantFrom(part / 100, -part / 100)),
});

test("over the sampled tokens of a batch, weights average 1 and weighted advantages have magnitude 1", () => {
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 10 }), (members) => {
      const batch = normaliseBatch(members, 0);
      const tokens = batch.reduce((sum, { sampledTokens }) => sum + sampledTokens, 0);
      const weights = batch.reduce((sum, { sampledTokens, weight }) => sum + sampledTokens * weight, 0);
      const magnitude = batch.reduce(
        (sum, { sampledTokens, weight, advantage }) => sum + sampledTokens * weight * Math.abs(advantage),
        0,
      );
      expect(weights / tokens).toBeCloseTo(1, 9);
      expect(magnitude / tokens).toBeCloseTo(1, 9);
    }),
    { seed: 21 },
  );
});

test("a positive balance weakens what did worse, a negative one what did better", () => {
  const members = [
    { sampledTokens: 1, weight: 1, advantage: 1 },
    { sampledTokens: 1, weight: 1, advantage: -1 },
  ];
  const of = (balance: number) => normaliseBatch(members, balance).map(({ advantage }) => advantage);
  expect(of(0)).toEqual([1, -1]);
  expect(of(0.5)).toEqual([1 / 0.75, -0.5 / 0.75]);
  expect(of(-0.5)).toEqual([0.5 / 0.75, -1 / 0.75]);
  expect(of(1)).toEqual([2, -0]);
});

test("a batch without any advantage stays without one", () => {
  expect(normaliseBatch([{ sampledTokens: 3, weight: 0.3, advantage: 0 }], 0)).toEqual([
    { sampledTokens: 3, weight: 1, advantage: 0 },
  ]);
  expect(normaliseBatch([], 0)).toEqual([]);
});
