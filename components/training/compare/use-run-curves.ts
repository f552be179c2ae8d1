import { useQueries } from "@tanstack/react-query";
import { metricNames } from "#components/run/metrics/metric-points.ts";
import { metricNamesQuery, metricsQuery } from "#components/run/queries/training-queries.ts";
import { type LiveJob, NOTHING_YET } from "#components/run/state/live-job.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import {
  type CurveData,
  curveAxis,
  SPEED_METRIC,
  stepsInSight,
  tokenMetric,
} from "#components/training/chart/frame/job-curves.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { TOKEN_METRICS } from "#lib/contract/training/training-progress.ts";

/** A job that is compared, with its metrics. */
export type Run = { job: TrainingJob; data: CurveData };

type Wanted = { view: ChartView; showsMore: boolean; live: ReadonlyMap<string, LiveJob> };

/** The metrics of several jobs as the view needs them; those of running, followed jobs keep growing. */
export function useRunCurves(jobs: readonly TrainingJob[], { view, showsMore, live }: Wanted) {
  const liveOf = ({ id }: TrainingJob) => live.get(id) ?? NOTHING_YET;
  const known = useQueries({ queries: jobs.map(({ id }) => metricNamesQuery(id)) });
  const names = metricNames([
    ...known.flatMap(({ data }) => data ?? []),
    ...jobs.flatMap((job) => Object.keys(liveOf(job).steps.at(-1)?.metrics ?? {})),
  ]);
  const read = [...names.main, ...(showsMore ? names.more : []), ...TOKEN_METRICS];
  const areKnown = known.every(({ data }) => data !== undefined);
  const bases = useQueries({
    queries: jobs.map(({ id }) => ({ ...metricsQuery(id, { names: read }), enabled: areKnown })),
  });
  const wholes = jobs.map((job, at): CurveData => {
    const { steps } = liveOf(job);
    return { base: bases[at]?.data, detail: null, steps, startedAt: job.trainingStart };
  });
  const sights = wholes.map((data) =>
    view.zoom && data.base && data.base.stepsPerPoint > 1
      ? stepsInSight(curveAxis(data, view.x), view.zoom)
      : null,
  );
  const details = useQueries({
    queries: jobs.map(({ id }, at) => ({
      ...metricsQuery(id, { names: read, ...(sights[at] ?? {}) }),
      enabled: Boolean(sights[at]),
    })),
  });
  const runs = jobs.flatMap((job, at): Run[] => {
    const whole = wholes[at];
    if (!whole) return [];
    const sight = sights[at];
    const metrics = sight ? details[at]?.data : undefined;
    return [{ job, data: { ...whole, detail: sight && metrics ? { metrics, upTo: sight.toStep } : null } }];
  });
  const hasTokens = runs.some(({ data }) => tokenMetric(data) !== null);
  const queries = [...known, ...bases];
  return {
    runs,
    hasTokens,
    main: [...names.main, ...(hasTokens ? [SPEED_METRIC] : [])],
    more: names.more,
    isPending: queries.some(({ isPending, isFetching }) => isPending && isFetching),
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
}
