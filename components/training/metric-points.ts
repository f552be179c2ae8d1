import type { TrainingMetrics } from "#lib/contract/training.ts";
import type { LiveStep } from "./live-job.ts";

/** One step of a metric, or several with the least and the greatest value among them. */
export type MetricPoint = { firstStep: number; lastStep: number; min: number; max: number; mean: number };

/** Names that people look at first. */
const FIRST_NAMES = ["loss", "reward"];
/** Numbers that say how far a job is, which the page shows already. */
const COUNTERS = new Set(["gradient_step"]);

/** The metrics that there are, those that matter most in front. */
export function metricNames(metrics: TrainingMetrics | undefined, steps: readonly LiveStep[]): string[] {
  const names = new Set([
    ...(metrics?.series.map(({ name }) => name) ?? []),
    ...Object.keys(steps.at(-1)?.metrics ?? {}),
  ]);
  const rest = [...names].filter((name) => !FIRST_NAMES.includes(name) && !COUNTERS.has(name)).sort();
  return [...FIRST_NAMES.filter((name) => names.has(name)), ...rest];
}

/** A metric from its first step to its newest: what was read once, and behind it the steps that came over the stream since. */
export function pointsOf(
  metrics: TrainingMetrics | undefined,
  steps: readonly LiveStep[],
  name: string,
): MetricPoint[] {
  const read = metrics?.series.find((series) => series.name === name)?.points ?? [];
  const readUpTo = read.at(-1)?.lastStep ?? 0;
  const since = steps.flatMap(({ step, metrics: { [name]: value } }) =>
    value === undefined || step <= readUpTo
      ? []
      : [{ firstStep: step, lastStep: step, min: value, max: value, mean: value }],
  );
  return [...read, ...since];
}

/** `Loss`, `Grad norm`: a metric's name for people. */
export function metricTitle(name: string): string {
  const words = name.replaceAll(/[_/]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Four digits, so that a loss of 2.3456 and a rate of 0.00005 are both read at a glance. */
export function formatMetric(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
