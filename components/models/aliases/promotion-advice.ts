import { isOfQuality, metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { type Verdict, verdictOf } from "#components/evaluations/parts/verdict-words.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { amountWords, barely } from "#lib/contract/evaluation/amount-words.ts";
import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { GateLine } from "#lib/contract/evaluation/gates.ts";

/** Whether a checkpoint is fit to have an alias next, by what was measured. */
export type PromotionAdvice =
  | { is: "fit" }
  /** `evaluationId` of the comparison that says so; null where the gate does. */
  | { is: "not-better"; why: string; evaluationId: string | null }
  /** `evaluationId` of what it can be measured by. */
  | { is: "not-measured"; evaluationId: string | null };

/** What was never measured is to be measured, before anybody reads why else it does not pass. */
export function adviceOfGate({ passed, lines }: { passed: boolean; lines: readonly GateLine[] }) {
  const failing = lines.filter((line) => !line.passed);
  const missing = failing.find(({ gain }) => gain === null);
  const advice: PromotionAdvice = passed
    ? { is: "fit" }
    : missing
      ? { is: "not-measured", evaluationId: missing.evaluationId }
      : { is: "not-better", why: failing.map(({ finding }) => finding).join("; "), evaluationId: null };
  return advice;
}

export type Measured = {
  evaluation: { id: string; name: string };
  /** The newest completed run of each step. */
  points: readonly { step: number; runId: string }[];
};
export type Pair = { evaluation: Measured["evaluation"]; candidate: string; incumbent: string };

/** The runs of the first evaluation that measured both steps. */
export function pairOf(measured: readonly Measured[], steps: { candidate: number; incumbent: number }) {
  for (const { evaluation, points } of measured) {
    const runOf = (step: number) => points.find((point) => point.step === step)?.runId;
    const [candidate, incumbent] = [runOf(steps.candidate), runOf(steps.incumbent)];
    if (candidate !== undefined && incumbent !== undefined) return { evaluation, candidate, incumbent };
  }
  return null;
}

type Compared = { metrics: readonly MetricFacts[]; cells: readonly ComparisonCell[] };

/** By the evaluation's first metric that says how good answers are and sees a difference, as sure as a comparison calls it better. */
export function adviceOfComparison(
  { metrics, cells }: Compared,
  { id, name }: Measured["evaluation"],
  incumbent: number,
): PromotionAdvice {
  const quality = metrics.filter(isOfQuality);
  const cellOf = (metric: MetricFacts | undefined) => cells.find((one) => one.metric === metric?.name);
  const metric = quality.find((one) => (cellOf(one)?.difference?.value ?? 0) !== 0) ?? quality[0];
  const cell = cellOf(metric);
  if (!metric || !cell) return { is: "not-measured", evaluationId: id };
  const verdict = verdictOf(cell, metric);
  if (verdict === "better") return { is: "fit" };
  const words = `by ${metricLabel(metric.name)} of “${name}” ${FOUND[verdict]}, ${differenceOf(cell, metric)} against step ${formatCount(incumbent)}`;
  return { is: "not-better", why: words, evaluationId: id };
}

const FOUND: { [V in Exclude<Verdict, "better">]: string } = {
  worse: "it is worse",
  unclear: "no difference is sure",
  few: "too few rows say anything",
};

/** `−28.6 points (−65.8 to 8.6)` */
function differenceOf({ difference }: ComparisonCell, { unit }: MetricFacts): string {
  const { value = null, low = null, high = null } = difference ?? {};
  if (value === null) return "of no rows that both answered";
  const interval =
    low === null || high === null ? "no interval" : `${barely(low, unit)} to ${barely(high, unit)}`;
  return `${amountWords(value, unit)} (${interval})`;
}
