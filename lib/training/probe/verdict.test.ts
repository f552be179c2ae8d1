import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import type { RateCurve } from "./rate-curve.ts";
import { rateOnTheWay } from "./rate-ramp.ts";
import { verdictOf } from "./verdict.ts";

const USUAL = 1e-3;
const START = 4;
const RATES = { usualRate: USUAL, namedRate: null, rows: 100 };

type Shape = (decade: number, at: number) => number;

/** A curve whose loss is a function of how many decades a rate is above the usual one. */
function curveOf(shape: Shape, { steps = 96, end = "whole" }: Partial<RateCurve> = {}): RateCurve {
  const rates = Array.from({ length: steps }, (_, at) => rateOnTheWay(USUAL, at / (steps - 1)));
  const points = rates.map((rate, at) => ({
    rate,
    loss: shape(Math.log10(rate / USUAL), at),
  }));
  return { end, startLoss: START, steps, points };
}

/** Falls around the usual rate, and rises again from this decade on. */
const valley =
  (risesAt: number): Shape =>
  (decade) =>
    START - 3 / (1 + Math.exp(-4 * decade)) + (decade > risesAt ? 20 * (decade - risesAt) : 0);

test("a loss that falls and rises again proposes a tenth of the rate from which it rises", () => {
  const verdict = verdictOf(curveOf(valley(1)), RATES);
  // A fifth of the fall of 3 is lost within 0.03 decades after the valley's end, which smoothing moves by as much to either side.
  expect(verdict.risesAt).toBeGreaterThan(0.0095);
  expect(verdict.risesAt).toBeLessThan(0.0125);
  expect(verdict).toMatchObject({ outcome: "found", learningRate: 0.001, steps: 96, startLoss: START });
  expect(verdict.text).toMatch(
    /^Over 96 steps the loss fell from 4 to 1\.\d+ at the rate 0\.00\d+, and rose again from 0\.0\d+ on\. A tenth of that is 0\.001, the usual rate\.$/,
  );
});

test("a job that takes less gets less, and one that takes more gets more", () => {
  const proposed = [-0.5, 0, 0.5, 9].map((decade) => verdictOf(curveOf(valley(decade)), RATES).learningRate);
  expect(proposed).toEqual([...proposed].sort((a, b) => a - b));
  expect(proposed[0]).toBeLessThan(USUAL);
  expect(proposed.at(-1)).toBeGreaterThan(USUAL);
});

test("a tenth that is near the usual rate leaves it as it is, and says both", () => {
  const twice = verdictOf(curveOf(valley(1.3)), RATES);
  expect(twice).toMatchObject({ outcome: "found", learningRate: USUAL });
  expect(twice.text).toMatch(
    /A tenth of that is 0\.002, which is near the usual rate, 0\.001: that one stays\.$/,
  );
  expect(verdictOf(curveOf(valley(1.35)), RATES).learningRate).toBe(USUAL);
  const less = verdictOf(curveOf(valley(0.75)), RATES);
  expect(less.text).toContain("A tenth of that is 0.0006, which is near the usual rate");
  expect(less.learningRate).toBe(USUAL);
  expect(verdictOf(curveOf(valley(0.6)), RATES).learningRate).toBe(0.0004);
});

test("a loss that only falls proposes a tenth of the largest rate that was tried", () => {
  const verdict = verdictOf(curveOf(valley(9)), RATES);
  expect(verdict).toMatchObject({ outcome: "found", risesAt: null, learningRate: 0.003, warning: null });
  expect(verdict.text).toContain(
    "and did not rise again up to 0.032. A tenth of that is 0.003; the usual rate is 0.001.",
  );
});

test("a rise that so few steps cannot show is no reason for a larger rate", () => {
  const few = verdictOf(curveOf(valley(9), { steps: 24 }), RATES);
  expect(few).toMatchObject({ outcome: "found", risesAt: null, learningRate: USUAL });
  expect(few.text).toMatch(
    /and did not rise again up to 0\.032\. In fewer than 32 steps a rise does not show\. Use the usual rate, 0\.001\.$/,
  );
  expect(verdictOf(curveOf(valley(9), { steps: 32 }), RATES).learningRate).toBe(0.003);
  expect(verdictOf(curveOf(valley(0.3), { steps: 24 }), RATES).learningRate).toBeLessThan(USUAL);
});

test("a model that was lost on the way rose there", () => {
  const whole = curveOf(valley(9));
  const verdict = verdictOf({ ...whole, end: "ruined", points: whole.points.slice(0, 80) }, RATES);
  expect(verdict.risesAt).toBe(whole.points[79]?.rate);
  expect(verdict.outcome).toBe("found");
});

test("a flat loss, with and without noise, proposes the usual rate in a sentence with its numbers", () => {
  expect(
    verdictOf(
      curveOf(() => START),
      RATES,
    ),
  ).toMatchObject({
    outcome: "flat",
    learningRate: USUAL,
    text: "Over 96 steps at rates from 0.000032 to 0.032, the loss stayed between 4 and 4, so that no rate stands out. Use the usual rate, 0.001.",
  });
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const noisy = verdictOf(
      curveOf(() => START + (random() - 0.5)),
      RATES,
    );
    expect(noisy, `seed ${seed}`).toMatchObject({ outcome: "flat", learningRate: USUAL });
  }
});

test("noise hides no valley", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const noisy = verdictOf(
      curveOf((decade) => valley(1)(decade, 0) + 0.4 * (random() - 0.5)),
      RATES,
    );
    expect(noisy.outcome, `seed ${seed}`).toBe("found");
    expect(noisy.learningRate, `seed ${seed}`).toBe(USUAL);
  }
});

test("where every rate does harm, the usual one is named with what was seen", () => {
  const rising = curveOf((decade) => START + 0.1 + (decade + 1.5) ** 3, { end: "ruined" });
  expect(verdictOf(rising, RATES)).toMatchObject({
    outcome: "rising",
    learningRate: USUAL,
    text: expect.stringMatching(
      /^Over 96 steps at rates from 0\.000032 to 0\.032, the loss rose from 4 to \d+(\.\d+)? and never fell\. Use the usual rate, 0\.001\.$/,
    ),
  });
});

test("too little time is said with the steps that there were", () => {
  const slow = { end: "slow", startLoss: START, steps: 6, points: [] } as const;
  const text = (steps: number) =>
    `10 seconds are enough for ${steps} steps of this job on this machine now, and a curve needs 20. Use the usual rate, 0.001.`;
  expect(verdictOf(slow, RATES)).toMatchObject({
    outcome: "slow",
    learningRate: USUAL,
    startLoss: null,
    text: text(6),
  });
  const { points } = curveOf(valley(1));
  const begun = verdictOf({ ...slow, steps: 30, points: points.slice(0, 12) }, RATES);
  expect(begun).toMatchObject({ outcome: "slow", learningRate: USUAL, text: text(12) });
});

test("a named rate that ruins is warned of with both numbers, and one below that is not", () => {
  const curve = curveOf(valley(1));
  const warningOf = (namedRate: number) => verdictOf(curve, { ...RATES, namedRate }).warning;
  expect(warningOf(0.5)).toMatch(/^The loss rose from 0\.0\d+ on, so 0\.5 is likely to ruin the model\.$/);
  expect(warningOf(0.005)).toBeNull();
});

test("a plain calculation of the same finds the same rate for random curves", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed);
    const [risesAt, depth, steps] = [random() * 2 - 0.5, 0.5 + 3 * random(), 24 + Math.floor(random() * 73)];
    const shape: Shape = (decade) =>
      START -
      depth / (1 + Math.exp(-4 * (decade + 0.5))) +
      Math.max(0, 8 * (decade - risesAt)) +
      0.2 * random();
    const curve = curveOf(shape, { steps });
    const { outcome, learningRate } = verdictOf(curve, RATES);
    if (outcome === "found") expect(learningRate, `seed ${seed}`).toBe(plainProposal(curve));
  }
});

/** The same rule, written as people say it: average neighbours, find the bottom, walk right until a fifth of the way up, and divide by ten. */
function plainProposal({ points, startLoss }: RateCurve): number {
  const losses = points.map(({ loss }) => loss);
  const reach = Math.max(1, Math.round(losses.length / 24));
  const averages: number[] = [];
  for (let i = 0; i < losses.length; i++) {
    let [from, to] = [i, i];
    while (from > 0 && to < losses.length - 1 && to - from < 2 * reach) {
      from -= 1;
      to += 1;
    }
    let sum = 0;
    for (let j = from; j <= to; j++) sum += losses[j] ?? 0;
    averages.push(sum / (to - from + 1));
  }
  const bottom = Math.min(...averages);
  let at = averages.indexOf(bottom);
  while (at < averages.length && (averages[at] ?? 0) <= bottom + (startLoss - bottom) / 5) at += 1;
  const top = points[Math.min(at, points.length - 1)]?.rate ?? 0;
  if (at === averages.length && averages.length < 32) return USUAL;
  const tenth = top / 10;
  return tenth >= USUAL / 2 && tenth <= USUAL * 3 ? USUAL : Number(tenth.toPrecision(1));
}
