import type { LiveStep } from "#components/run/state/live-job.ts";
import type { TrainingCurves } from "#lib/contract/training/training-progress.ts";

/** One step of a metric, or several with the least and the greatest value among them. */
export type MetricPoint = { firstStep: number; lastStep: number; min: number; max: number; mean: number };

/** The main metrics, in this order; a button shows the others. */
const MAIN_NAMES = [
  "loss",
  "validation_loss",
  "reward",
  "reward_margin",
  "validation_margin",
  "preference_accuracy",
  "validation_accuracy",
  "chosen_logprob",
  "rejected_logprob",
  "chosen_logprob_change",
  "reward_chosen",
  "reward_rejected",
  "learning_rate",
  "grad_norm",
  "kl_policy_ref",
  "kl_div",
  "entropy",
  "importance_ratio",
  "held_back_fraction",
];
/** Numbers that say how far a job is, which the page shows already. */
const COUNTERS = new Set(["gradient_step"]);

/** The names of metrics that there are: those that people look at, and the rest by the alphabet. */
export function metricNames(names: Iterable<string>): { main: string[]; more: string[] } {
  const there = new Set(names);
  const more = [...there].filter((name) => !MAIN_NAMES.includes(name) && !COUNTERS.has(name)).sort();
  return { main: MAIN_NAMES.filter((name) => there.has(name)), more };
}

/** What of the metrics of a job is drawn, whether they were read alone or with those of others. */
export type ReadMetrics = Pick<TrainingCurves, "stepsPerPoint"> & {
  readonly series: readonly Pick<TrainingCurves["series"][number], "name" | "points">[];
};

type Asked = { name: string; steps: readonly LiveStep[]; upTo?: number };

/**
 * The read points of a metric, followed by the steps that the stream has sent since, up to a step. Every point covers the same number of
 * steps, because the mean and the band depend on that number.
 */
export function pointsOf(metrics: ReadMetrics | undefined, asked: Asked): MetricPoint[] {
  return inSpans(singlePointsOf(metrics, asked), metrics?.stepsPerPoint ?? 1);
}

/** As `pointsOf`, with each step that came since as a point of its own. */
export function singlePointsOf(
  metrics: ReadMetrics | undefined,
  { name, steps, upTo = Number.POSITIVE_INFINITY }: Asked,
): MetricPoint[] {
  const read = metrics?.series.find((series) => series.name === name)?.points ?? [];
  const readUpTo = read.at(-1)?.lastStep ?? 0;
  const since = steps.flatMap(({ step, metrics: { [name]: value } }) =>
    value === undefined || step <= readUpTo || step > upTo
      ? []
      : [{ firstStep: step, lastStep: step, min: value, max: value, mean: value }],
  );
  return [...read, ...since];
}

/** Joins points of one span of `width` steps. The last span waits in the point before it until it is whole. */
function inSpans(points: readonly MetricPoint[], width: number): MetricPoint[] {
  if (width === 1) return [...points];
  const spanOf = ({ firstStep }: MetricPoint) => Math.floor((firstStep - 1) / width);
  const spans = [...Map.groupBy(points, spanOf).values()].flatMap(joined);
  const last = spans.at(-1);
  if (!last || last.lastStep % width === 0 || spans.length === 1) return spans;
  return [...spans.slice(0, -2), ...joined(spans.slice(-2))];
}

/** One point of several; an empty list where there are none. */
function joined(points: readonly MetricPoint[]): MetricPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const countOf = ({ firstStep, lastStep }: MetricPoint) => lastStep - firstStep + 1;
  const count = points.reduce((sum, point) => sum + countOf(point), 0);
  return [
    {
      firstStep: first.firstStep,
      lastStep: last.lastStep,
      min: Math.min(...points.map(({ min }) => min)),
      max: Math.max(...points.map(({ max }) => max)),
      mean: points.reduce((sum, point) => sum + point.mean * countOf(point), 0) / count,
    },
  ];
}

/** Metrics that are drawn in the chart of another one, because they mean the same of other rows. */
export const BESIDE: { readonly [name: string]: string } = {
  validation_loss: "loss",
  validation_margin: "reward_margin",
  validation_accuracy: "preference_accuracy",
  rejected_logprob: "chosen_logprob",
  reward_rejected: "reward_chosen",
};

const TITLES: { readonly [name: string]: string } = {
  chosen_logprob: "Log-probability, preferred",
  chosen_logprob_change: "Change of preferred replies, per token",
  kl_div: "KL divergence",
  kl_policy_ref: "KL to the reference",
  num_datums: "Trained sequences per step",
  num_groups_submitted: "Groups per step",
  num_groups_trainable: "Trained groups per step",
  num_tokens: "Tokens per step",
  num_trainable_tokens: "Trained tokens per step",
  num_trajectories: "Sequences per step",
  preference_accuracy: "Accuracy",
  rejected_logprob: "Log-probability, not preferred",
  reward_chosen: "Reward, preferred",
  reward_margin: "Margin",
  reward_rejected: "Reward, not preferred",
  tokens_per_second: "Tokens per second",
  validation_accuracy: "Accuracy, held out",
  validation_margin: "Margin, held out",
};

/** `Loss`, `Grad norm`: a metric's name for people. */
export function metricTitle(name: string): string {
  // A name is anybody's, so `constructor` is one as well.
  const known = Object.hasOwn(TITLES, name) ? TITLES[name] : undefined;
  if (known) return known;
  const words = name.replaceAll(/[_/]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Of charts that show two metrics, where the name of the first one says less than both. */
const SHARED_TITLES: { readonly [name: string]: string } = {
  chosen_logprob: "Log-probability, preferred and not",
  reward_chosen: "Reward, preferred and not",
};

/** What a chart is called that shows these lines of a metric and of those that are drawn beside it. */
export function chartTitle(name: string, lines: readonly { id: string }[]): string {
  const isShared = lines.some(({ id }) => BESIDE[id] === name);
  return (isShared ? SHARED_TITLES[name] : undefined) ?? metricTitle(name);
}

/** Four digits, so that a loss of 2.3456 and a rate of 0.00005 are both read at a glance. */
export function formatMetric(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
