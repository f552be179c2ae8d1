import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { studentQuantile } from "./student-quantile.ts";

/** A case that people and the judge both decided. */
export type Judged = { readonly people: number; readonly judge: number };

/** With fewer cases than this, the weight of the judge is estimated on other cases than it is used for. */
const CROSS_FITTED_BELOW = 100;
const FOLDS = 5;

/**
 * A mean of people's values, made narrower by a judge's values of many more cases: prediction-powered inference (A. Angelopoulos et al., Science
 * 382, 2023; with the weight λ of "PPI++", arXiv 2311.01453). With n cases of both and N of the judge alone,
 * `θ = mean_n(y − λ f) + λ · mean_N(f)`, variance `s²(y − λ f) / n + λ² s²(f) / N`, least at `λ = cov(y, f) / ((1 + n/N) var(f))`, clipped to
 * 0…1: at 0 it is what people alone say. It holds however bad the judge is, provided that the n were drawn at random from all.
 *
 * Of fewer than 100 cases, λ of each fifth comes from the other four, so that no case chooses its own weight. Tails are Student's with n − 1
 * degrees of freedom. No interval of fewer than two cases.
 */
export function predictionPowered(both: readonly Judged[], judgeAlone: readonly number[]): Estimate {
  const n = both.length;
  const method = "prediction_powered";
  if (n === 0) return { value: null, low: null, high: null, n, method };
  const weights = weightsOf(both, judgeAlone);
  const middle = judgeAlone.length === 0 ? 0 : mean(judgeAlone);
  const corrected = both.map(({ people, judge }, at) => people - (weights[at] ?? 0) * (judge - middle));
  const value = mean(corrected);
  if (n < 2) return { value, low: null, high: null, n, method };
  const ofJudge = judgeAlone.length < 2 ? 0 : (mean(weights) ** 2 * variance(judgeAlone)) / judgeAlone.length;
  const half = studentQuantile(n - 1) * Math.sqrt(variance(corrected) / n + ofJudge);
  return { value, low: value - half, high: value + half, n, method };
}

function weightsOf(both: readonly Judged[], judgeAlone: readonly number[]): number[] {
  if (judgeAlone.length < 2) return both.map(() => 0);
  const ratio = both.length / judgeAlone.length;
  if (both.length >= CROSS_FITTED_BELOW) {
    const weight = bestWeight(both, ratio);
    return both.map(() => weight);
  }
  const ofFold = Array.from({ length: FOLDS }, (_, fold) =>
    bestWeight(
      both.filter((_, at) => at % FOLDS !== fold),
      ratio,
    ),
  );
  return both.map((_, at) => ofFold[at % FOLDS] ?? 0);
}

function bestWeight(both: readonly Judged[], ratio: number): number {
  if (both.length < 2) return 0;
  const [people, judge] = [both.map((one) => one.people), both.map((one) => one.judge)];
  const [ofPeople, ofJudge] = [mean(people), mean(judge)];
  const covariance =
    both.reduce((sum, one) => sum + (one.people - ofPeople) * (one.judge - ofJudge), 0) / (both.length - 1);
  const spread = variance(judge);
  if (spread === 0) return 0;
  return Math.min(1, Math.max(0, covariance / ((1 + ratio) * spread)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
