import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOSS_KINDS, type LossKind } from "#lib/contract/training/training-config.ts";
import { type PolicyLossSettings, policyLoss, type SampledSequence } from "./policy-loss.ts";

const LEVELS = ["token", "sequence", "average", "geometric_average"] as const;
const CISPO: PolicyLossSettings = {
  kind: "cispo",
  epsilonLow: 1,
  epsilonHigh: 4,
  level: "token",
  negativeAdvantageCap: null,
  dropsOutsideClip: false,
  truncation: null,
  kimiTau: 0,
  kl: null,
};
const PPO: PolicyLossSettings = { ...CISPO, kind: "ppo", epsilonLow: 0.2, epsilonHigh: 0.2 };

describe("golden numbers", () => {
  test("CISPO weighs each log-probability with its clipped ratio and the advantage", () => {
    const sequence = sampled({ newLogprobs: [-1, -2], oldLogprobs: [-1, -4], advantage: 2, weight: 0.5 });
    const result = policyLoss([sequence], CISPO);
    // Ratios 1 and e² ≈ 7.39, clipped to 5; × 2 × 0.5 ÷ 2 tokens.
    expect([...(result.coefficients[0] ?? [])]).toEqual([0.5, 2.5]);
    expect(result.loss).toBeCloseTo(0.5 * 1 + 2.5 * 2, 12);
    expect(result.heldBackShare).toBe(0.5);
    expect(result.meanRatio).toBeCloseTo((1 + Math.exp(2)) / 2, 12);
  });

  test("PPO stops pushing where the ratio has left the interval in the advantage's direction, and only there", () => {
    const logRatio = (ratio: number) => ({ newLogprobs: [Math.log(ratio) - 1], oldLogprobs: [-1] });
    const coefficient = (ratio: number, advantage: number) =>
      policyLoss([sampled({ ...logRatio(ratio), advantage })], PPO).coefficients[0]?.[0];
    expect(coefficient(1.1, 1)).toBeCloseTo(1.1, 12);
    expect(coefficient(1.3, 1)).toBe(0);
    expect(coefficient(0.7, 1)).toBeCloseTo(0.7, 12);
    expect(coefficient(0.7, -1)).toBe(0);
    expect(coefficient(1.3, -1)).toBeCloseTo(-1.3, 12);
  });

  test("a token with unknown old log-probability counts as sampled by the present policy", () => {
    const sequence = sampled({
      newLogprobs: [-3, -0.5],
      oldLogprobs: [Number.NaN, Number.NaN],
      advantage: -2,
    });
    for (const kind of LOSS_KINDS)
      for (const level of LEVELS) {
        const result = policyLoss([sequence], { ...CISPO, kind, level });
        expect(result.meanRatio).toBe(1);
        expect([...(result.coefficients[0] ?? [])]).toEqual([-1, -1]);
      }
  });

  test("KL shaping lowers the advantage of tokens above the mean difference and leaves the total as it is", () => {
    const sequence = sampled({
      newLogprobs: [-1, -1],
      oldLogprobs: [-1, -1],
      referenceLogprobs: [-1, -3],
      advantage: 1,
    });
    const kl = { coefficient: 0.1, source: "current_learner" as const };
    const result = policyLoss([sequence], { ...CISPO, kl });
    // k = 0 and 2, mean 1: advantages 1.1 and 0.9, ÷ 2 tokens.
    expect(result.coefficients[0]?.[0]).toBeCloseTo(0.55, 12);
    expect(result.coefficients[0]?.[1]).toBeCloseTo(0.45, 12);
    expect(result.klPolicyRef).toBeCloseTo(1, 12);
    expect(result.klDiv).toBeCloseTo((0 + (Math.exp(-2) + 2 - 1)) / 2, 12);
  });

  test("the Kimi term pulls a token back that has already become likelier", () => {
    const sequence = sampled({ newLogprobs: [-1, -1], oldLogprobs: [-1.5, -1], advantage: 1 });
    const result = policyLoss([sequence], { ...CISPO, kimiTau: 2 });
    expect(result.coefficients[0]?.[0]).toBeCloseTo(0, 12);
    expect(result.coefficients[0]?.[1]).toBeCloseTo(0.5, 12);
  });

  test("the cap bounds the ratio of negative advantages alone", () => {
    const difference = { newLogprobs: [-1], oldLogprobs: [-2] };
    const settings = { ...CISPO, negativeAdvantageCap: 1.5 };
    const up = policyLoss([sampled({ ...difference, advantage: 1 })], settings);
    const down = policyLoss([sampled({ ...difference, advantage: -1 })], settings);
    expect(up.coefficients[0]?.[0]).toBeCloseTo(Math.E, 12);
    expect(down.coefficients[0]?.[0]).toBe(-1.5);
  });

  test("the mask drops tokens outside the interval without making the others heavier", () => {
    const sequence = sampled({ newLogprobs: [-1, -1, -1], oldLogprobs: [-1, -2, -0.5], advantage: 3 });
    const result = policyLoss([sequence], { ...PPO, dropsOutsideClip: true });
    expect([...(result.coefficients[0] ?? [])]).toEqual([1, 0, 0]);
    expect(result.loss).toBe(-1);
  });

  test("truncation multiplies by the ratio up to its bound, or by the recomputed one to what the sampler returned", () => {
    const sequence = sampled({ newLogprobs: [-1, -1], oldLogprobs: [-1.5, -3], advantage: 2 });
    const own = policyLoss([sequence], { ...CISPO, truncation: 2 });
    expect(own.coefficients[0]?.[0]).toBeCloseTo(Math.exp(0.5) * Math.exp(0.5), 12);
    expect(own.coefficients[0]?.[1]).toBeCloseTo(5 * 2, 12);
    const recomputed = policyLoss([{ ...sequence, returnedLogprobs: [-1.2, Number.NaN] }], {
      ...CISPO,
      truncation: 2,
    });
    expect(recomputed.coefficients[0]?.[0]).toBeCloseTo(Math.exp(0.5) * Math.exp(-0.3), 12);
    expect(recomputed.coefficients[0]?.[1]).toBeCloseTo(5, 12);
  });

  test("nothing sampled costs nothing", () => {
    expect(policyLoss([], PPO)).toMatchObject({ coefficients: [], loss: 0, klPolicyRef: null });
    expect(policyLoss([sampled({ newLogprobs: [], oldLogprobs: [], advantage: 1 })], PPO).loss).toBe(0);
  });

  test("a ratio beyond every number leaves every figure a number", () => {
    const sequence = sampled({
      newLogprobs: [-1],
      oldLogprobs: [-9000],
      referenceLogprobs: [-1],
      advantage: 1,
    });
    expect(policyLoss([sequence], CISPO).coefficients[0]?.[0]).toBe(5);
    expect(policyLoss([sequence], PPO)).toMatchObject({ loss: -1.2 });
    const far = { ...sequence, newLogprobs: [-9000], referenceLogprobs: [-1], advantage: -1 };
    for (const given of [sequence, far, { ...sequence, advantage: -1 }])
      for (const kind of LOSS_KINDS)
        for (const level of LEVELS) {
          const { coefficients, ...figures } = policyLoss([given], { ...PPO, kind, level });
          expect(Math.fround(coefficients[0]?.[0] ?? Number.NaN)).toSatisfy(Number.isFinite);
          expect(Object.values(figures).every(Number.isFinite)).toBe(true);
        }
  });
});

describe("against the stated loss", () => {
  const everyTerm = { negativeAdvantageCap: 1.4, truncation: 1.2, kimiTau: 0.3 };
  const kl = { coefficient: 0.2, source: "sample" as const };

  // 300 draws for each of 12 combinations with a fixed seed: no false alarms.
  for (const kind of LOSS_KINDS)
    for (const level of LEVELS)
      test(`${kind} by ${level}: loss and every coefficient agree with a plain version and its finite differences`, () => {
        const drawn = fc.tuple(drawnPack, fc.boolean(), fc.boolean(), fc.boolean());
        fc.assert(
          fc.property(drawn, ([pack, hasTerms, hasKl, dropsOutsideClip]) => {
            const settings: PolicyLossSettings = {
              ...PPO,
              kind,
              level,
              epsilonHigh: 0.3,
              ...(hasTerms ? everyTerm : {}),
              kl: hasKl ? kl : null,
              dropsOutsideClip,
            };
            const result = policyLoss(pack, settings);
            expect(result.loss).toBeCloseTo(plainLoss(pack, pack, settings), 10);
            fc.pre(!isNearAnEdge(pack, settings));
            for (const [s, sequence] of pack.entries())
              for (let t = 0; t < sequence.newLogprobs.length; t++)
                expect(result.coefficients[s]?.[t]).toBeCloseTo(-slope(pack, { s, t }, settings), 6);
          }),
          { seed: 17, numRuns: 300 },
        );
      });
});

describe("symmetries", () => {
  test("the order of trajectories in a pack does not change anybody's coefficients", () => {
    fc.assert(
      fc.property(drawnPack, (pack) => {
        const forward = policyLoss(pack, { ...PPO, level: "average" }).coefficients;
        const backward = policyLoss(pack.toReversed(), {
          ...PPO,
          level: "average",
        }).coefficients.toReversed();
        expectClose(forward.flatMap(plain), backward.flatMap(plain));
      }),
      { seed: 18, numRuns: 100 },
    );
  });

  test("shifting new and old log-probabilities alike changes no coefficient", () => {
    const drawn = fc.tuple(drawnPack, between(-3, 3));
    fc.assert(
      fc.property(drawn, ([pack, shift]) => {
        const shifted = pack.map((sequence) => ({
          ...sequence,
          newLogprobs: Array.from(sequence.newLogprobs, (value) => value + shift),
          oldLogprobs: Array.from(sequence.oldLogprobs, (value) => value + shift),
        }));
        for (const kind of LOSS_KINDS) {
          const settings = { ...CISPO, kind };
          expectClose(
            policyLoss(shifted, settings).coefficients.flatMap(plain),
            policyLoss(pack, settings).coefficients.flatMap(plain),
          );
        }
      }),
      { seed: 19, numRuns: 100 },
    );
  });
});

/** Evenly spread, unlike fast-check's own doubles, nearly all of which are next to 0. */
function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 100_000 }).map((part) => min + ((max - min) * part) / 100_000);
}

const logprob = between(-6, -0.01);
const drawnToken = fc.record({
  present: logprob,
  old: fc.option(between(-0.6, 0.6), { nil: null, freq: 6 }),
  reference: logprob,
});
const drawnSequence = fc.record({
  tokens: fc.array(drawnToken, { minLength: 1, maxLength: 5 }),
  advantage: between(-2, 2),
  weight: between(0.1, 2),
  isRecomputed: fc.boolean(),
});
const drawnPack: fc.Arbitrary<SampledSequence[]> = fc
  .array(drawnSequence, { minLength: 1, maxLength: 4 })
  .map((sequences) =>
    sequences.map(({ tokens, advantage, weight, isRecomputed }) => ({
      newLogprobs: tokens.map(({ present }) => present),
      oldLogprobs: tokens.map(({ present, old }) => (old === null ? Number.NaN : present - old)),
      returnedLogprobs: isRecomputed ? tokens.map(({ present, old }) => present - (old ?? 0) / 2) : null,
      referenceLogprobs: tokens.map(({ reference }) => reference),
      advantage,
      weight,
    })),
  );

function sampled(
  given: Partial<SampledSequence> & Pick<SampledSequence, "newLogprobs" | "oldLogprobs">,
): SampledSequence {
  return { returnedLogprobs: null, referenceLogprobs: null, advantage: 1, weight: 1, ...given };
}

function plain(values: Float64Array): number[] {
  return [...values];
}

function expectClose(actual: readonly number[], wanted: readonly number[]): void {
  expect(actual).toHaveLength(wanted.length);
  for (const [i, value] of actual.entries()) expect(value).toBeCloseTo(wanted[i] ?? Number.NaN, 9);
}

/**
 * The loss written out naively: `live` is what is differentiated, `fixed` the same pack at the point where the derivative is taken,
 * which everything detached is computed from.
 */
function plainLoss(live: SampledSequence[], fixed: SampledSequence[], settings: PolicyLossSettings): number {
  const differences = fixed.flatMap((sequence) => plainKl(sequence, settings));
  const meanKl = mean(differences);
  let total = 0;
  let tokens = 0;
  for (const [s, sequence] of live.entries()) {
    const still = fixed[s] ?? sequence;
    const ratios = plainRatios(sequence, still, settings);
    const stillRatios = plainRatios(still, still, settings);
    const kls = plainKl(still, settings);
    for (let t = 0; t < sequence.newLogprobs.length; t++) {
      tokens++;
      const ratio = ratios[t] ?? Number.NaN;
      let a = sequence.advantage - settings.kimiTau * (num(still.newLogprobs, t) - oldOf(still, t));
      if (settings.kl) a += settings.kl.coefficient * (meanKl - (kls[t] ?? 0));
      const cap = a < 0 && settings.negativeAdvantageCap !== null ? settings.negativeAdvantageCap : Infinity;
      const [r, fixedR] = [Math.min(ratio, cap), Math.min(stillRatios[t] ?? 0, cap)];
      const [low, high] = [1 - settings.epsilonLow, 1 + settings.epsilonHigh];
      if (settings.dropsOutsideClip && (fixedR <= low || fixedR >= high)) continue;
      const clip = (x: number) => Math.max(low, Math.min(high, x));
      const plain: Record<LossKind, number> = {
        importance_sampling: -r * a,
        ppo: -Math.min(r * a, clip(r) * a),
        cispo: -clip(fixedR) * a * num(sequence.newLogprobs, t),
      };
      let loss = plain[settings.kind];
      if (settings.truncation !== null) {
        const returned = still.returnedLogprobs;
        const f = returned === null ? fixedR : Math.exp(oldOf(still, t) - num(returned, t));
        loss *= Math.min(f, settings.truncation);
      }
      total += loss * sequence.weight;
    }
  }
  return total / tokens;
}

function plainRatios(live: SampledSequence, still: SampledSequence, settings: PolicyLossSettings): number[] {
  const d = Array.from(live.newLogprobs, (value, t) => value - oldOf(still, t));
  const whole = Math.exp(mean(d));
  return d.map((difference) => {
    const own = Math.exp(difference);
    if (settings.level === "token") return own;
    if (settings.level === "sequence") return whole;
    return settings.level === "average" ? (own + whole) / 2 : Math.sqrt(own * whole);
  });
}

function plainKl(sequence: SampledSequence, settings: PolicyLossSettings): number[] {
  return Array.from(sequence.newLogprobs, (value, t) => {
    const source = settings.kl?.source === "sample" ? oldOf(sequence, t) : value;
    return source - num(sequence.referenceLogprobs ?? [], t);
  });
}

/** What counts as the old log-probability: the present one, held fixed, where none is known. */
function oldOf(still: SampledSequence, t: number): number {
  const old = num(still.oldLogprobs, t);
  return Number.isNaN(old) ? num(still.newLogprobs, t) : old;
}

const STEP = 1e-5;

function slope(pack: SampledSequence[], at: { s: number; t: number }, settings: PolicyLossSettings): number {
  const moved = (by: number) =>
    pack.map((sequence, s) => ({
      ...sequence,
      newLogprobs: Array.from(sequence.newLogprobs, (v, t) => (s === at.s && t === at.t ? v + by : v)),
    }));
  return (plainLoss(moved(STEP), pack, settings) - plainLoss(moved(-STEP), pack, settings)) / (2 * STEP);
}

/** Whether a step of the finite difference would cross a kink of the loss. */
function isNearAnEdge(pack: SampledSequence[], settings: PolicyLossSettings): boolean {
  const edges = [
    1 - settings.epsilonLow,
    1 + settings.epsilonHigh,
    settings.negativeAdvantageCap ?? Infinity,
  ];
  return pack.some((sequence) =>
    plainRatios(sequence, sequence, settings).some((ratio) =>
      edges.some((edge) => Math.abs(ratio - edge) < 10 * STEP),
    ),
  );
}

function num(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
