import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import { type Evaluation, OWN_METRICS } from "#lib/contract/evaluation/evaluations.ts";
import { numberOf, type RunAnswer } from "#lib/evaluation/run-answers.internal.ts";

/** What is measured of these answers, in the order of the table: the match with the reference where some row has one, the preference where some row is a pair, graders, how probable references are, then costs. */
export function metricsOf(evaluation: Evaluation, answers: readonly RunAnswer[]): MetricFacts[] {
  const has = (name: string) => answers.some(({ scores }) => name in scores);
  const scored = [
    ...(has("exact_match") ? ["exact_match"] : []),
    ...(has("prefers_chosen") ? ["prefers_chosen"] : []),
    ...evaluation.graders.map(({ name }) => name),
  ].map(
    (name): MetricFacts => ({ name, unit: isShare(answers, name) ? "share" : "score", better: "higher" }),
  );
  return [
    ...scored,
    ...(has("nll") ? [{ name: "nll", unit: "nats", better: "lower" } as const] : []),
    { name: "latency_ms", unit: "ms", better: "lower" },
    { name: "completion_tokens", unit: "tokens", better: "lower" },
  ];
}

export function isKnownMetric(evaluation: Evaluation, name: string): boolean {
  return [...OWN_METRICS, ...evaluation.graders.map((grader) => grader.name)].includes(name);
}

/** Whether it says nothing but yes and no. */
function isShare(answers: readonly RunAnswer[], name: string): boolean {
  return answers.every((answer) => {
    const value = numberOf(answer, name);
    return value === null || value === 0 || value === 1;
  });
}
