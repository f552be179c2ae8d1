import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { featuresOf } from "./features.ts";
import type { Answer } from "./learn.ts";
import { expectedFrom, learningCurve } from "./learning-curve.ts";

const law = (n: number) => ({ answers: n, accuracy: 1 - 0.9 * n ** -0.5 });

test("errors that follow a power law are carried on by it, and what follows none is not", () => {
  const expected = expectedFrom([25, 50, 75, 100].map(law), 133);
  expect(expected?.more).toBe(100);
  expect(expected?.now).toBeCloseTo(law(133).accuracy, 10);
  expect(expected?.later).toBeCloseTo(law(233).accuracy, 10);
  const at = (accuracies: readonly number[]) =>
    accuracies.map((accuracy, n) => ({ answers: 25 * (n + 1), accuracy }));
  expect(expectedFrom(at([0.7, 0.9, 0.6, 0.8]), 133)).toBeNull();
  expect(expectedFrom(at([0.9, 0.8, 0.7, 0.6]), 133)).toBeNull();
  expect(expectedFrom(at([0.5, 0.5, 0.5, 0.5]), 133)).toBeNull();
  expect(expectedFrom(at([0.9, 0.95, 0.99, 1]), 133)).toBeNull();
  expect(expectedFrom(at([0.6, 0.7, 0.8, 0.9999]), 133)).toBeNull();
});

function curveOf(answers: readonly Answer[]) {
  const steps = learningCurve(answers, { isOrdered: false, seed: 1 });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A word of many says the value, so that more answers know more words. */
function wordAnswers(count: number): Answer[] {
  const random = seededRandom(2);
  return Array.from({ length: count }, () => {
    const word = Math.floor(random() * random() * 60);
    return {
      features: featuresOf({ question: `word${word}`, answer: "", toolCalls: 0 }),
      value: `"${word % 3}"`,
    };
  });
}

test("more answers are more often right about others, measured on answers that were held out", () => {
  const curve = curveOf(wordAnswers(200));
  expect(curve?.points.map(({ answers }) => answers)).toEqual([38, 75, 113, 150]);
  // Each answer is held out once.
  expect(curve?.points.map(({ items }) => items)).toEqual([200, 200, 200, 200]);
  for (const { accuracy, low, high } of curve?.points ?? []) {
    expect(low).toBeLessThan(accuracy);
    expect(high).toBeGreaterThan(accuracy);
  }
  const accuracies = curve?.points.map(({ accuracy }) => accuracy) ?? [];
  expect(accuracies).toEqual(accuracies.toSorted((a, b) => a - b));
  expect(accuracies.at(-1)).toBeGreaterThan(0.7);
  expect(curve?.expected?.later).toBeGreaterThan(curve?.expected?.now ?? 1);
});

test("where few say otherwise, a quarter that happens to be all alike says that of all others", () => {
  for (const rare of [2, 11]) {
    const answers = wordAnswers(59).map((answer, at) => ({ ...answer, value: at < rare ? '"no"' : '"yes"' }));
    const curve = curveOf(answers);
    expect(curve?.points.map(({ items }) => items)).toEqual([59, 59, 59, 59]);
  }
});

test("few answers, and answers that are all the same, have no curve", () => {
  expect(curveOf(wordAnswers(39))).toBeNull();
  expect(curveOf(wordAnswers(80).map((answer) => ({ ...answer, value: '"0"' })))).toBeNull();
});
