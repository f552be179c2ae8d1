import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import { unitsOf } from "#lib/datasets/assemble/split-units.ts";
import type { RunAnswer } from "#lib/evaluation/run-answers.internal.ts";
import { cellOf } from "./comparison-cell.ts";
import { metricsOf } from "./metrics.ts";

type Sides = { candidate: readonly RunAnswer[]; incumbent: readonly RunAnswer[] };

/** What a metric is counted in here; null where it was not measured. */
export function unitOf(
  evaluation: Evaluation,
  metric: string,
  { candidate, incumbent }: Sides,
): MetricFacts["unit"] | null {
  return (
    metricsOf(evaluation, [...candidate, ...incumbent]).find(({ name }) => name === metric)?.unit ?? null
  );
}

/** How much better the candidate is by a metric: above 0 is better, whichever way the metric counts. Null where it was not measured. */
export function gainOf(
  evaluation: Evaluation,
  metric: string,
  { candidate, incumbent }: Sides,
): Estimate | null {
  const all = [...candidate, ...incumbent];
  const facts = metricsOf(evaluation, all).find(({ name }) => name === metric);
  if (!facts) return null;
  const { difference } = cellOf(
    facts,
    { answers: candidate },
    { baseline: { answers: incumbent }, unitOf: unitsOf(all) },
  );
  if (!difference || facts.better === "higher") return difference;
  const { value, low, high } = difference;
  return { ...difference, value: negated(value), low: negated(high), high: negated(low) };
}

function negated(value: number | null): number | null {
  return value === null ? null : 0 - value;
}
