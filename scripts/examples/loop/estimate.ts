import { quantile } from "#lib/annotation/agreement/quantile.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";

/** A share with its 95 % interval. */
export type Share = { readonly value: number; readonly low: number; readonly high: number };

const RESAMPLES = 2_000;

/**
 * The mean over trainings and questions. The interval resamples trainings first and then questions, the same ones for all trainings, so that it covers
 * both: another draw of answers and order, and other questions.
 */
export function estimate(trainings: readonly (readonly number[])[]): Share {
  const random = seededRandom(1);
  const draw = (count: number) => Array.from({ length: count }, () => Math.floor(random() * count));
  const questions = trainings[0]?.length ?? 0;
  const means = Array.from({ length: RESAMPLES }, () => {
    const chosen = draw(questions);
    return mean(draw(trainings.length).map((at) => mean(chosen.map((one) => trainings[at]?.[one] ?? 0))));
  }).sort((a, b) => a - b);
  const value = mean(trainings.map(mean));
  return { value, low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** How much more the second has, training by training and question by question. */
export function difference(
  baseline: readonly (readonly number[])[],
  candidate: readonly (readonly number[])[],
): Share {
  return estimate(
    candidate.map((marks, training) => marks.map((mark, at) => mark - (baseline[training]?.[at] ?? 0))),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
