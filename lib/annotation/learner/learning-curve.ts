import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type Answer, type Learned, learn, likelyValues } from "./learn.ts";

/** How often a model that learned from so many answers says what people say of others, from 0 to 1; of how many of them, and its 95 % interval. */
export type CurvePoint = {
  answers: number;
  accuracy: number;
  items: number;
  low: number | null;
  high: number | null;
};

export type LearningCurve = {
  points: CurvePoint[];
  /** What more answers promise; null where the points follow no power law, or there are no errors to lose. */
  expected: { more: number; now: number; later: number } | null;
};

const SHARES = [0.25, 0.5, 0.75, 1];
/** Each answer is held out once. */
const FOLDS = 4;
const FEWEST_ANSWERS = 40;
/** Enough to compare sizes by, and little enough to wait for. */
const EPOCHS = 12;
const MORE = 100;
const LEAST_FIT = 0.8;

/**
 * Accuracy on held-out answers at a quarter, a half, three quarters and all of the others, and the power law that errors follow as a rule
 * (C. Cortes et al., "Learning curves: asymptotic values and rate of convergence", 1993). Null for too few answers, or where they do not differ.
 */
export function* learningCurve(
  answers: readonly Answer[],
  { isOrdered, seed }: { isOrdered: boolean; seed: number },
): Generator<undefined, LearningCurve | null> {
  if (answers.length < FEWEST_ANSWERS || answers.every(({ value }) => value === answers[0]?.value))
    return null;
  const random = seededRandom(seed);
  const drawn = answers.map((answer) => ({ answer, at: random() })).sort((a, b) => a.at - b.at);
  const sums = SHARES.map(() => ({ answers: 0, right: 0, all: 0 }));
  for (let fold = 0; fold < FOLDS; fold++) {
    const heldOut = drawn.flatMap(({ answer }, n) => (n % FOLDS === fold ? answer : []));
    const others = drawn.flatMap(({ answer }, n) => (n % FOLDS === fold ? [] : answer));
    let from: Learned | undefined;
    for (const [place, share] of SHARES.entries()) {
      const some = others.slice(0, Math.round(share * others.length));
      const learned = yield* learn(some, { isOrdered, seed, from, epochs: EPOCHS });
      const sum = sums[place];
      if (learned?.isExact === false || !sum) return null;
      if (learned) from = learned;
      sum.answers += some.length / FOLDS;
      sum.all += heldOut.length;
      sum.right += heldOut.filter(
        ({ features, value }) =>
          (learned ? likelyValues(learned, features)[0]?.value : some[0]?.value) === value,
      ).length;
      yield;
    }
  }
  const points = sums.map(({ answers: count, right, all }) => {
    const { low, high } = wilsonInterval(right, all);
    return { answers: Math.round(count), accuracy: right / all, items: all, low, high };
  });
  return { points, expected: expectedFrom(points, answers.length) };
}

/** Errors by `a · n^−b`, a straight line between logarithms. */
export function expectedFrom(
  points: readonly Pick<CurvePoint, "answers" | "accuracy">[],
  answers: number,
): LearningCurve["expected"] {
  const logs = points.map(({ answers: n, accuracy }) => ({ x: Math.log(n), y: Math.log(1 - accuracy) }));
  if (!logs.every(({ y }) => Number.isFinite(y))) return null;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(logs.map((one) => one.x)), mean(logs.map((one) => one.y))];
  const across = mean(logs.map((one) => (one.x - x) * (one.y - y)));
  const slope = across / mean(logs.map((one) => (one.x - x) ** 2));
  const spread = mean(logs.map((one) => (one.y - y) ** 2));
  const fit = spread === 0 ? 0 : (slope * across) / spread;
  if (fit < LEAST_FIT || slope >= 0) return null;
  const accuracyAt = (n: number) => Math.max(0, 1 - Math.exp(y + slope * (Math.log(n) - x)));
  const expected = { more: MORE, now: accuracyAt(answers), later: accuracyAt(answers + MORE) };
  // Where it is better already, the line promises a loss.
  return (points.at(-1)?.accuracy ?? 0) > expected.later ? null : expected;
}
