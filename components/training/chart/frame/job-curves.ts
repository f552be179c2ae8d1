import { type MetricPoint, pointsOf, singlePointsOf } from "#components/run/metrics/metric-points.ts";
import type { LiveStep } from "#components/run/state/live-job.ts";
import { TOKEN_METRICS, type TrainingMetrics } from "#lib/contract/training/training-progress.ts";
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
  return stepAxis(name === null ? [] : tokenKnots(singlePointsOf(data.base, { name, steps: data.steps })));
}

/** The metric that counts the tokens of each step, or null. */
export function tokenMetric({ base, steps }: Pick<CurveData, "base" | "steps">): string | null {
  const last = steps.at(-1)?.metrics ?? {};
  const isThere = (name: string) => name in last || base?.series.some((series) => series.name === name);
  return TOKEN_METRICS.find(isThere) ?? null;
}

/** The steps of a view, as many before it as smoothing needs, and a few after it to which its lines lead. */
export function stepsInSight(axis: StepAxis, zoom: Range): { fromStep: number; toStep: number } {
  const endStep = Math.max(1, Math.ceil(axis.toStep(zoom.to)));
  const after = Math.ceil(Math.max(0, endStep - axis.toStep(zoom.from)) * SHARE_AFTER) + 1;
  const toStep = endStep + after;
  const fromStep = Math.min(endStep, Math.max(1, Math.floor(axis.toStep(zoom.from))));
  const before = Math.min(endStep - fromStep + 1, MAX_STEPS_BEFORE);
  return { fromStep: Math.max(1, fromStep - before), toStep };
}

const MAX_STEPS_BEFORE = 512;
/** Longer than any span of the points that are read for a view. */
const SHARE_AFTER = 0.02;

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

/**
 * Tokens of a span over its duration, with the slowest and the fastest step as the band. A span without a measurable duration has no
 * speed.
 */
function speedPoints(data: CurveData): MetricPoint[] {
  const name = tokenMetric(data);
  if (name === null) return [];
  const axis = stepAxis(timeKnots(data));
  const bands = speedBands(data, { name, axis });
  let at = 0;
  return curvePoints(data, name).flatMap(({ firstStep, lastStep, mean }) => {
    const seconds = axis.toX(lastStep) - axis.toX(firstStep - 1);
    if (seconds <= 0) return [];
    const speed = (mean * (lastStep - firstStep + 1)) / seconds;
    let [min, max] = [speed, speed];
    for (let band = bands[at]; band && band.step <= lastStep; band = bands[++at]) {
      if (band.step < firstStep) continue;
      min = Math.min(min, band.slowest);
      max = Math.max(max, band.quickest);
    }
    return [{ firstStep, lastStep, min, max, mean: speed }];
  });
}

type Band = { step: number; slowest: number; quickest: number };

/** The slowest and the quickest step up to each, from what was read and what came since. */
function speedBands(
  { base, detail, steps }: CurveData,
  { name, axis }: { name: string; axis: StepAxis },
): Band[] {
  const read = (detail?.metrics ?? base)?.times ?? [];
  const readUpTo = read.at(-1)?.step ?? 0;
  const since = steps.flatMap(({ step, metrics: { [name]: tokens } }) => {
    const speed = (tokens ?? 0) / (axis.toX(step) - axis.toX(step - 1));
    return step > readUpTo && Number.isFinite(speed) && speed > 0
      ? [{ step, slowest: speed, quickest: speed }]
      : [];
  });
  const known = read.flatMap(({ step, slowest, quickest }) =>
    slowest === null || quickest === null ? [] : [{ step, slowest, quickest }],
  );
  return [...known, ...since];
}
