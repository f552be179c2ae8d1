import { isOfQuality, metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { type Verdict, verdictOf } from "#components/evaluations/parts/verdict-words.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { FallenStep } from "#lib/contract/evaluation/aliases.ts";
import { amountWords, barely } from "#lib/contract/evaluation/amount-words.ts";
import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { GateLine } from "#lib/contract/evaluation/gates.ts";

/** Whether a checkpoint is fit to have an alias next, by what was measured. */
export type PromotionAdvice =
  /** `found` is what was measured, where nothing has the alias that it could be better than. */
  | { is: "fit"; found?: string }
  /** `evaluationId` of the comparison that says so; null where the gate does. */
  | { is: "not-better"; why: string; evaluationId: string | null }
  /** `evaluationId` of what it can be measured by; `why` says what is missing where that is not all there is to say. */
  | { is: "not-measured"; evaluationId: string | null; why: string | null };

/** What was never measured is to be measured, before anybody reads why else it does not pass. */
export function adviceOfGate(
  { passed, lines }: { passed: boolean; lines: readonly GateLine[] },
  alias: string,
): PromotionAdvice {
  const failing = lines.filter((line) => !line.passed);
  const missing = failing.find(({ gain }) => gain === null);
  const advice: PromotionAdvice = passed
    ? { is: "fit" }
    : missing
      ? {
          is: "not-measured",
          evaluationId: missing.evaluationId,
          why: `by the gate of ${alias}, ${missing.finding}`,
        }
      : { is: "not-better", why: failing.map(({ finding }) => finding).join("; "), evaluationId: null };
  return advice;
}

/** What the guard of a run rejected is measured, and was found worse than where the run began. */
export function adviceOfFallen({ runName }: Pick<FallenStep, "runName">): PromotionAdvice {
  return { is: "not-better", why: `it is worse by the guard of the run “${runName}”`, evaluationId: null };
}

/** A gate that nobody has measured by, and what another evaluation says of the two. */
export function withComparison(ofGate: PromotionAdvice, compared: PromotionAdvice | null): PromotionAdvice {
  if (ofGate.is !== "not-measured" || ofGate.why === null || !compared) return ofGate;
  if (compared.is !== "not-better") return ofGate;
  return { ...ofGate, why: `${ofGate.why}; ${compared.why}` };
}

export type Measured = {
  evaluation: { id: string; name: string };
  /** The newest completed run of each step. */
  runs: readonly { step: number; runId: string }[];
};
export type Pair = { evaluation: Measured["evaluation"]; candidate: string; incumbent: string };

/** The first step that was measured before this one, from which it was trained on. */
export function originOf(measured: readonly Measured[], step: number): number | null {
  const before = measured.flatMap(({ runs }) => runs.map((run) => run.step)).filter((one) => one < step);
  return before.length === 0 ? null : Math.min(...before);
}

/** The runs of the first evaluation that measured both steps. */
export function pairOf(measured: readonly Measured[], steps: { candidate: number; incumbent: number }) {
  for (const { evaluation, runs } of measured) {
    const runOf = (step: number) => runs.find((run) => run.step === step)?.runId;
    const [candidate, incumbent] = [runOf(steps.candidate), runOf(steps.incumbent)];
    if (candidate !== undefined && incumbent !== undefined) return { evaluation, candidate, incumbent };
  }
  return null;
}

type Compared = { metrics: readonly MetricFacts[]; cells: readonly ComparisonCell[] };

/** By the evaluation's first metric that says how good answers are and sees a difference, as sure as a comparison calls it better. */
export function adviceOfComparison(
  compared: Compared,
  evaluation: Measured["evaluation"],
  incumbent: number,
): PromotionAdvice {
  const { id: evaluationId, name } = evaluation;
  const finding = findingOf(compared, evaluation, incumbent);
  if (finding === null)
    return {
      is: "not-measured",
      evaluationId,
      why: `“${name}” has runs of both, and says nothing of how good their answers are`,
    };
  return finding.verdict === "better"
    ? { is: "fit" }
    : { is: "not-better", why: finding.words, evaluationId };
}

/** Where nothing has the alias yet: how it stands to the step where it began, which speaks against it only where that was better. */
export function adviceOfFirst(
  compared: Compared,
  evaluation: Measured["evaluation"],
  origin: number,
): PromotionAdvice {
  const finding = findingOf(compared, evaluation, origin);
  if (finding === null) return { is: "fit" };
  return finding.verdict === "worse"
    ? { is: "not-better", why: finding.words, evaluationId: evaluation.id }
    : { is: "fit", found: finding.words };
}

/** `by Exact match of “Held out” no difference is sure, 10 points (−20 to 40) against step 0` */
function findingOf({ metrics, cells }: Compared, { name }: Measured["evaluation"], against: number) {
  const quality = metrics.filter(isOfQuality);
  const cellOf = (metric: MetricFacts | undefined) => cells.find((one) => one.metric === metric?.name);
  const metric = quality.find((one) => (cellOf(one)?.difference?.value ?? 0) !== 0) ?? quality[0];
  const cell = cellOf(metric);
  if (!metric || !cell) return null;
  const verdict = verdictOf(cell, metric);
  const found =
    verdict === "few" ? `too few rows (${formatCount(cell.difference?.n ?? 0)}) to say` : FOUND[verdict];
  const words = `by ${metricLabel(metric.name)} of “${name}” ${found}, ${differenceOf(cell, metric)} against step ${formatCount(against)}`;
  return { verdict, words };
}

const FOUND: { [V in Exclude<Verdict, "few">]: string } = {
  better: "it is better",
  worse: "it is worse",
  unclear: "no difference is sure",
};

/** `−28.6 points (−65.8 to 8.6)` */
function differenceOf({ difference }: ComparisonCell, { unit }: MetricFacts): string {
  const { value = null, low = null, high = null } = difference ?? {};
  if (value === null) return "of no rows that both answered";
  const interval =
    low === null || high === null ? "no interval" : `${barely(low, unit)} to ${barely(high, unit)}`;
  return `${amountWords(value, unit)} (${interval})`;
}
