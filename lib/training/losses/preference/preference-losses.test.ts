import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anchorLoss } from "./anchor.ts";
import { cpoLoss } from "./cpo.ts";
import { dpoLoss } from "./dpo.ts";
import { ipoLoss } from "./ipo.ts";
import { ktoLoss, ktoReferencePoint } from "./kto.ts";
import { orpoLoss } from "./orpo.ts";
import type { Pair, PairLoss, ReferencedReply } from "./preference-pair.ts";
import { rewardWeights } from "./reward-weights.ts";
import { simpoLoss } from "./simpo.ts";

const DPO = { beta: 0.1, labelSmoothing: 0, isRobust: false, gamma: 0 };
const KTO = { beta: 0.1, goodWeight: 1, badWeight: 1.5 };

describe("golden numbers", () => {
  // Of the formulae of Hugging Face's TRL (trainer/dpo_trainer.py, experimental/cpo, experimental/orpo, trainer/kto_trainer.py, July 2026), typed
  // into Python and computed with 50 decimal digits.
  const chosen = { logprob: -7.25, referenceLogprob: -8.125, tokens: 5 };
  const rejected = { logprob: -9.5, referenceLogprob: -8.75, tokens: 8 };
  const pair = { chosen, rejected, strength: 1 } as const;

  test.each([
    ["dpo", dpoLoss(pair, DPO), 0.615194336471525],
    ["conservative dpo", dpoLoss(pair, { ...DPO, labelSmoothing: 0.2 }), 0.647694336471525],
    ["robust dpo", dpoLoss(pair, { ...DPO, labelSmoothing: 0.2, isRobust: true }), 0.561027669804879],
    [
      "dpo of a strong preference",
      dpoLoss({ ...pair, strength: 2 }, { ...DPO, gamma: 0.5 }),
      0.876068394353686,
    ],
    ["ipo", ipoLoss(pair, DPO), 22.3847265625],
    ["simpo", simpoLoss(pair, { beta: 2, gamma: 0.6 }), 1.40615013624831],
    ["cpo", cpoLoss(pair, DPO), 0.586962002049704],
    ["orpo", orpoLoss(pair, { lambda: 0.1 }), 0.0888671972742448],
    ["anchor", anchorLoss(chosen, 1), 1.45],
  ])("%s", (_, { loss }, golden) => {
    expect(loss).toBeCloseTo(golden, 12);
  });

  test("kto and its reference point", () => {
    const mismatched = [
      { logprob: -4.5, referenceLogprob: -5, tokens: 3 },
      { logprob: -6, referenceLogprob: -6.25, tokens: 4 },
    ];
    const point = ktoReferencePoint(mismatched);
    expect(point).toBe(0.375);
    expect(ktoLoss({ ...chosen, isGood: true }, KTO, point).loss).toBeCloseTo(0.48750260351579, 12);
    expect(ktoLoss({ ...rejected, isGood: false }, KTO, point).loss).toBeCloseTo(0.707856938387419, 12);
    const below = mismatched.map(({ logprob, ...rest }) => ({ ...rest, logprob: logprob - 3 }));
    expect([ktoReferencePoint(below), ktoReferencePoint([])]).toEqual([0, 0]);
  });

  test("a reply weighs by how far its reward is above the mean of its prompt, up to a bound", () => {
    const weights = rewardWeights([0, 0.25, 1], { mean: 1.25 / 3, temperature: 0.5, bound: 3 });
    expect(weights).toHaveLength(3);
    for (const [at, golden] of [0.434598208507078, 0.716531310573789, 3].entries())
      expect(weights[at]).toBeCloseTo(golden, 12);
  });
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
/** By token, so that the sum and the mean follow from what is differentiated. */
const drawnReply = fc
  .array(fc.record({ present: between(-6, -0.05), reference: between(-6, -0.05) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((tokens) => ({
    logprob: tokens.reduce((sum, { present }) => sum + present, 0),
    referenceLogprob: tokens.reduce((sum, { reference }) => sum + reference, 0),
    tokens: tokens.length,
  }));
const drawnPair = fc.record({
  chosen: drawnReply,
  rejected: drawnReply,
  strength: fc.constantFrom<1 | 2>(1, 2),
});
type DrawnPair = Pair<ReferencedReply> & { strength: 1 | 2 };

const STEP = 1e-5;

describe("each coefficient is the slope of the loss by a token's log-probability, with its sign turned", () => {
  const beta = between(0.05, 2);
  const settings = fc.record({ beta, gamma: between(0, 1.5), smoothing: between(0, 0.4) });
  const lossesWith = (drawn: {
    beta: number;
    gamma: number;
    smoothing: number;
  }): Record<string, (pair: DrawnPair) => PairLoss> => {
    const dpo = { ...drawn, labelSmoothing: drawn.smoothing };
    return {
      dpo: (pair) => dpoLoss(pair, { ...dpo, isRobust: false }),
      "robust dpo": (pair) => dpoLoss(pair, { ...dpo, isRobust: true }),
      ipo: (pair) => ipoLoss(pair, drawn),
      simpo: (pair) => simpoLoss(pair, drawn),
      cpo: (pair) => cpoLoss(pair, drawn),
      orpo: (pair) => orpoLoss(pair, { lambda: drawn.beta }),
    };
  };

  test.each(["dpo", "robust dpo", "ipo", "simpo", "cpo", "orpo"])("%s", (name) => {
    fc.assert(
      fc.property(drawnPair, settings, (pair, drawn) => {
        const lossOf = lossesWith(drawn)[name];
        if (!lossOf) throw new Error(`There is no loss ${name}`);
        const { coefficients } = lossOf(pair);
        for (const side of ["chosen", "rejected"] as const) {
          // One token moves, and with it the sum.
          const moved = (by: number) =>
            lossOf({ ...pair, [side]: { ...pair[side], logprob: pair[side].logprob + by } }).loss;
          expectSlope(coefficients[side], moved);
        }
      }),
      { seed: 41 },
    );
  });

  test("kto, on both sides of its reference point", () => {
    const rated = fc.tuple(drawnReply, fc.boolean(), beta, between(0, 3), between(0.5, 2));
    fc.assert(
      fc.property(rated, ([reply, isGood, b, point, weight]) => {
        const lossOf = (by: number) =>
          ktoLoss(
            { ...reply, isGood, logprob: reply.logprob + by },
            { beta: b, goodWeight: weight, badWeight: 1 / weight },
            point,
          );
        expectSlope(lossOf(0).coefficient, (by) => lossOf(by).loss);
      }),
      { seed: 42 },
    );
  });

  test("the anchor", () => {
    fc.assert(
      fc.property(drawnReply, between(0, 3), (reply, anchor) => {
        const lossOf = (by: number) => anchorLoss({ ...reply, logprob: reply.logprob + by }, anchor);
        expectSlope(lossOf(0).coefficient, (by) => lossOf(by).loss);
      }),
      { seed: 43 },
    );
  });
});

function expectSlope(coefficient: number, lossAfter: (by: number) => number): void {
  const slope = (lossAfter(STEP) - lossAfter(-STEP)) / (2 * STEP);
  expect(Math.abs(coefficient + slope)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(slope)));
}

test("replies that are next to certain or next to impossible give numbers", () => {
  const certain = { logprob: 0, referenceLogprob: 0, tokens: 1 };
  const impossible = { logprob: -1e5, referenceLogprob: -1, tokens: 2 };
  for (const pair of [
    { chosen: certain, rejected: impossible, strength: 1 },
    { chosen: impossible, rejected: certain, strength: 2 },
    { chosen: certain, rejected: certain, strength: 1 },
  ] as const)
    for (const { loss, coefficients, rewards } of [
      dpoLoss(pair, { ...DPO, labelSmoothing: 0.1 }),
      ipoLoss(pair, DPO),
      simpoLoss(pair, { beta: 2, gamma: 1 }),
      cpoLoss(pair, DPO),
      orpoLoss(pair, { lambda: 0.1 }),
    ])
      expect([loss, ...Object.values(coefficients), ...Object.values(rewards)].every(Number.isFinite)).toBe(
        true,
      );
  expect(ktoLoss({ ...impossible, isGood: true }, KTO, 0)).toMatchObject({ loss: 1, coefficient: 0 });
});

test("what no loss can be taken of is refused in words", () => {
  const empty = { logprob: 0, referenceLogprob: 0, tokens: 0 };
  const reply = { logprob: -1, referenceLogprob: -1, tokens: 1 };
  for (const lossOf of [
    (pair: DrawnPair) => ipoLoss(pair, DPO),
    (pair: DrawnPair) => simpoLoss(pair, { beta: 2, gamma: 1 }),
    (pair: DrawnPair) => orpoLoss(pair, { lambda: 0.1 }),
  ])
    expect(() => lossOf({ chosen: reply, rejected: empty, strength: 1 })).toThrow(/0 tokens/);
  expect(() => anchorLoss(empty, 1)).toThrow(/0 tokens/);
  const halfWrong = { ...DPO, labelSmoothing: 0.5, isRobust: true };
  expect(() => dpoLoss({ chosen: reply, rejected: reply, strength: 1 }, halfWrong)).toThrow(/below 0.5/);
  expect(() => rewardWeights([1], { mean: 1, temperature: 0, bound: 1 })).toThrow(/above 0/);
});
