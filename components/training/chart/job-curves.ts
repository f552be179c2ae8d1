import type { TrainingMetrics } from "#lib/contract/training.ts";
import { type LiveStep, TOKEN_METRICS } from "../live-job.ts";
import { type MetricPoint, pointsOf } from "../metric-points.ts";
import type { Range } from "./chart-view.ts";
import { type Knot, STEPS, type StepAxis, stepAxis, tokenKnots, type XAxis } from "./step-axis.ts";

/** Made here: how fast the job was. */
export const SPEED_METRIC = "tokens_per_second";

/** What is known of a job's metrics. */
export type CurveData = {
  /** The whole job. */
  base: TrainingMetrics | undefined;
  /** A part of it in more detail, up to a step. */
  detail: { metrics: TrainingMetrics; upTo: number } | null;
  /** Steps that came over the stream. */
  steps: readonly LiveStep[];
  startedAt: Date | null;
};

/** The points of a metric: of the part in detail where there is one. */
export function curvePoints(data: CurveData, name: string): MetricPoint[] {
  if (name === SPEED_METRIC) return speedPoints(data);
  const { base, detail, steps } = data;
  if (!detail) return pointsOf(base, { name, steps });
  return pointsOf(detail.metrics, { name, steps, upTo: detail.upTo });
}

/** Where the steps of the job stand. */
export function curveAxis(data: CurveData, x: XAxis): StepAxis {
  if (x === "step") return STEPS;
  if (x === "time") return stepAxis(timeKnots(data));
  const name = tokenMetric(data);
  return stepAxis(name === null ? [] : tokenKnots(pointsOf(data.base, { name, steps: data.steps })));
}

/** The metric that counts the tokens of each step, or null. */
export function tokenMetric({ base, steps }: Pick<CurveData, "base" | "steps">): string | null {
  const last = steps.at(-1)?.metrics ?? {};
  const isThere = (name: string) => name in last || base?.series.some((series) => series.name === name);
  return TOKEN_METRICS.find(isThere) ?? null;
}

/** The steps that a view of the axis shows, and as many before it as smoothing looks back at. */
export function stepsInSight(axis: StepAxis, zoom: Range): { fromStep: number; toStep: number } {
  const toStep = Math.max(1, Math.ceil(axis.toStep(zoom.to)));
  const fromStep = Math.min(toStep, Math.max(1, Math.floor(axis.toStep(zoom.from))));
  const before = Math.min(toStep - fromStep + 1, MOST_STEPS_BEFORE);
  return { fromStep: Math.max(1, fromStep - before), toStep };
}

const MOST_STEPS_BEFORE = 512;

function timeKnots({ base, detail, steps, startedAt }: CurveData): Knot[] {
  const knots = new Map<number, number>();
  for (const { step, seconds } of [...(base?.times ?? []), ...(detail?.metrics.times ?? [])])
    knots.set(step, seconds);
  const read = base?.times.at(-1)?.step ?? 0;
  if (startedAt)
    for (const { step, at } of steps)
      if (step > read) knots.set(step, Math.max(0, (at.getTime() - startedAt.getTime()) / 1_000));
  return [...knots].sort(([a], [b]) => a - b).map(([step, x]) => ({ step, x }));
}

/** Tokens of a span over the time that it took; what took no time that can be told has no speed. */
function speedPoints(data: CurveData): MetricPoint[] {
  const name = tokenMetric(data);
  if (name === null) return [];
  const axis = stepAxis(timeKnots(data));
  return curvePoints(data, name).flatMap(({ firstStep, lastStep, mean }) => {
    const seconds = axis.toX(lastStep) - axis.toX(firstStep - 1);
    if (seconds <= 0) return [];
    const speed = (mean * (lastStep - firstStep + 1)) / seconds;
    return [{ firstStep, lastStep, min: speed, max: speed, mean: speed }];
  });
}
