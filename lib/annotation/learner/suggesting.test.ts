import { expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { calibrate, type Judged, setOf, singleOf } from "./conformal.ts";
import { isHiddenItem, isRandomItem } from "./draws.ts";

/** An item whose truth follows other probabilities than the model says: `skew` makes the model too sure of itself. */
function simulated(random: () => number, skew: number): Judged {
  const raw = Array.from({ length: 4 }, () => random() ** 4 + 0.01);
  const sum = raw.reduce((a, b) => a + b, 0);
  const truth = raw.map((share) => share / sum);
  const drawn = random();
  const value = truth.findIndex((_, level) => drawn < truth.slice(0, level + 1).reduce((a, b) => a + b, 0));
  const sharp = truth.map((share) => share ** skew);
  const whole = sharp.reduce((a, b) => a + b, 0);
  const likely = sharp
    .map((share, level) => ({ value: level, probability: share / whole }))
    .sort((a, b) => b.probability - a.probability);
  return { likely, value: Math.max(0, value) };
}

test.each([0.5, 1, 3])(
  "sets hold what people say at least nine times of ten, also where the model is too sure (%s)",
  (skew) => {
    const random = seededRandom(11);
    let held = 0;
    const rounds = 3_000;
    for (let round = 0; round < rounds; round++) {
      const { threshold } = calibrate(Array.from({ length: 48 }, () => simulated(random, skew)));
      const { likely, value } = simulated(random, skew);
      if (setOf(likely, threshold).some((one) => one.value === value)) held++;
    }
    // Promised is 0.9, and with 48 items no more than 1/49 above it; the rest is four standard errors of chance.
    const chance = 4 * Math.sqrt((0.9 * 0.1) / rounds);
    expect(held / rounds).toBeGreaterThan(0.9 - chance);
    expect(held / rounds).toBeLessThan(0.9 + 1 / 49 + chance);
  },
);

const judged = (value: number, probability: number): Judged => ({
  value,
  likely: [
    { value: 1, probability },
    { value: 0, probability: 1 - probability },
  ],
});
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

test("single values are trusted from thirty on, of which nine of ten are right", () => {
  const sure = (count: number, wrong: number) => times(count, (n) => judged(n < wrong ? 0 : 1, 0.95));
  expect(calibrate(sure(29, 0)).isTrusted).toBe(false);
  expect(calibrate(sure(30, 0))).toMatchObject({ items: 30, single: 30, right: 30, isTrusted: true });
  expect(calibrate(sure(100, 9))).toMatchObject({ single: 100, right: 91, isTrusted: true });
  // Beyond what the sets may miss they have both values, and then there is nothing single to show.
  expect(calibrate(sure(100, 20))).toMatchObject({ single: 0, isTrusted: false });
});

test("a value that is less probable than the others together is no suggestion", () => {
  const { threshold } = calibrate(times(100, () => judged(1, 0.95)));
  const unlike = [0.28, 0.24, 0.24, 0.24].map((probability, value) => ({ value, probability }));
  expect(setOf(unlike, threshold)).toHaveLength(1);
  expect(singleOf(unlike, threshold)).toBe(null);
  expect(singleOf(judged(1, 0.9).likely, threshold)).toMatchObject({ value: 1 });
});

test("too few items to calibrate by need all values", () => {
  const { threshold } = calibrate(times(8, () => judged(1, 0.99)));
  expect(threshold).toBe(Infinity);
  expect(setOf(judged(1, 0.99).likely, threshold)).toHaveLength(2);
});

test("a fifth is random and a fifth hidden, one whatever the other is", () => {
  const ids = times(20_000, () => newId());
  const share = (of: (id: string) => boolean, among = ids) => among.filter(of).length / among.length;
  expect(share(isRandomItem)).toBeCloseTo(0.2, 1);
  expect(share(isHiddenItem)).toBeCloseTo(0.2, 1);
  expect(share(isHiddenItem, ids.filter(isRandomItem))).toBeCloseTo(0.2, 1);
  expect(ids.map(isRandomItem)).toEqual(ids.map(isRandomItem));
});
