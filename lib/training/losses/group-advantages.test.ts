import fc from "fast-check";
import { expect, test } from "vitest";
import { groupAdvantages, populationDeviation } from "./group-advantages.ts";

test("advantages are distances from the group's mean in population deviations", () => {
  const [low, high] = groupAdvantages([0, 1], true);
  expect(low).toBeCloseTo(-0.5 / (0.5 + 1e-6), 12);
  expect(high).toBeCloseTo(0.5 / (0.5 + 1e-6), 12);
  expect(groupAdvantages([0, 1], false)).toEqual([-0.5, 0.5]);
  expect(populationDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
});

test("a group of equal rewards, or of one, teaches nothing, however its mean rounds", () => {
  expect(groupAdvantages([0.1, 0.1, 0.1], true)).toEqual([0, 0, 0]);
  expect(groupAdvantages([0.7], true)).toEqual([0]);
  expect(groupAdvantages([], true)).toEqual([]);
});

test("a reward at the mean has no advantage although the mean is rounded", () => {
  expect(groupAdvantages([0.1, 0.2, 0.3], true)[1]).toBe(0);
});

test("a constant added to all rewards of a group changes no advantage", () => {
  const reward = fc.integer({ min: -1000, max: 1000 }).map((part) => part / 100);
  fc.assert(
    fc.property(fc.array(reward, { minLength: 2, maxLength: 8 }), reward, (rewards, constant) => {
      const shifted = groupAdvantages(
        rewards.map((value) => value + constant),
        false,
      );
      for (const [i, advantage] of groupAdvantages(rewards, false).entries())
        expect(shifted[i]).toBeCloseTo(advantage, 9);
    }),
    { seed: 20 },
  );
});

test("permuting the trajectories of a group permutes their advantages", () => {
  const rewards = [0.5, 2, -1, 0.25];
  expect(groupAdvantages(rewards.toReversed(), true)).toEqual(groupAdvantages(rewards, true).toReversed());
});
