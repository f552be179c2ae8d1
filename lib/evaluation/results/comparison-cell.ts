import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import {
  answerKey,
  isMaskedIn,
  numberOf,
  passedOf,
  type RunAnswer,
} from "#lib/evaluation/run-answers.internal.ts";
import { mcnemarExact } from "#lib/evaluation/statistics/mcnemar.ts";
import { meanEstimate, pairedDifference } from "#lib/evaluation/statistics/mean-estimate.ts";
import {
  countUnits,
  pairedShareDifference,
  shareOfUnits,
} from "#lib/evaluation/statistics/share-estimate.ts";
import { changeOf } from "./change-of.ts";

export type Compared = { readonly answers: readonly RunAnswer[] };
type Against = { baseline: Compared | null; unitOf: (answer: RunAnswer) => string };

/** What one metric says of one run, alone and against the baseline. */
export function cellOf(
  metric: MetricFacts,
  { answers }: Compared,
  { baseline, unitOf }: Against,
): ComparisonCell {
  const { name } = metric;
  const cases = answers.flatMap((answer) => {
    const value = numberOf(answer, name);
    return value === null ? [] : { unit: unitOf(answer), value };
  });
  const alone = {
    metric: name,
    // Answers of yes or no have intervals of their own, which are right for few cases too.
    estimate: metric.unit === "share" ? shareOfUnits(cases) : meanEstimate(cases),
    masked: answers.filter((answer) => isMaskedIn(answer, name)).length,
    failed: answers.filter((answer) => passedOf(answer, name) === false).length,
  };
  if (!baseline) return { ...alone, difference: null, units: 0, pValue: null, fixed: 0, broken: 0 };
  return { ...alone, ...differenceOf(metric, pairsOf(answers, baseline.answers), unitOf) };
}

type Pair = { candidate: RunAnswer; before: RunAnswer };

function pairsOf(answers: readonly RunAnswer[], earlier: readonly RunAnswer[]): Pair[] {
  const byKey = new Map(earlier.map((answer) => [answerKey(answer), answer]));
  return answers.flatMap((candidate) => {
    const before = byKey.get(answerKey(candidate));
    return before ? { candidate, before } : [];
  });
}

function differenceOf(metric: MetricFacts, pairs: readonly Pair[], unitOf: Against["unitOf"]) {
  const { name } = metric;
  const measured = pairs.flatMap(({ candidate, before }) => {
    const [value, earlier] = [numberOf(candidate, name), numberOf(before, name)];
    return value === null || earlier === null
      ? []
      : { unit: unitOf(candidate), candidate: value, baseline: earlier };
  });
  // How long an answer took says how busy the machine was, so it neither fixes nor breaks one.
  const judged = metric.unit === "ms" ? [] : pairs;
  const changes = judged.map(({ candidate, before }) => changeOf(candidate, before, metric));
  const fixed = changes.filter((change) => change === "fixed").length;
  const broken = changes.filter((change) => change === "broken").length;
  const isPassOrFail = metric.unit === "share" && measured.length > 0;
  return {
    difference: metric.unit === "share" ? pairedShareDifference(measured) : pairedDifference(measured),
    units: countUnits(measured),
    pValue: isPassOrFail ? mcnemarExact(fixed, broken) : null,
    fixed,
    broken,
  };
}
