import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { metricNames } from "#components/run/metrics/metric-points.ts";
import { metricNamesQuery, metricsQuery } from "#components/run/queries/training-queries.ts";
import type { LiveJob } from "#components/run/state/live-job.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import {
  type CurveData,
  curveAxis,
  SPEED_METRIC,
  stepsInSight,
  tokenMetric,
} from "#components/training/chart/frame/job-curves.ts";
import { TOKEN_METRICS } from "#lib/contract/training/training-progress.ts";

/** The most steps after the read ones, before all is read again, in longer spans if necessary. */
const MAX_STEPS_SINCE = 1_000;

type Wanted = { view: ChartView; startedAt: Date | null; showsMore: boolean };

/** The metrics of a job as the view needs them, growing while it trains. */
export function useJobCurves(jobId: string, live: LiveJob, { view, startedAt, showsMore }: Wanted) {
  const known = useQuery(metricNamesQuery(jobId));
  // What is measured now and then may be missing in the last step.
  const measured = live.steps.findLast(({ metrics }) => "validation_loss" in metrics);
  const seen = [live.steps.at(-1), measured].flatMap((step) => Object.keys(step?.metrics ?? {}));
  const names = metricNames([...(known.data ?? []), ...seen]);
  const read = [...names.main, ...(showsMore ? names.more : []), ...TOKEN_METRICS];
  const base = useQuery({ ...metricsQuery(jobId, { names: read }), enabled: known.data !== undefined });
  const wholeData = useMemo(
    (): CurveData => ({ base: base.data, detail: null, steps: live.steps, startedAt }),
    [base.data, live.steps, startedAt],
  );
  const sight =
    view.zoom && base.data && base.data.stepsPerPoint > 1
      ? stepsInSight(curveAxis(wholeData, view.x), view.zoom)
      : null;
  const detail = useQuery({
    ...metricsQuery(jobId, { names: read, ...(sight ?? {}) }),
    enabled: sight !== null,
  });
  const detailMetrics = sight ? detail.data : undefined;
  const upTo = sight?.toStep ?? 0;
  const data = useMemo(
    (): CurveData => ({ ...wholeData, detail: detailMetrics ? { metrics: detailMetrics, upTo } : null }),
    [wholeData, detailMetrics, upTo],
  );
  useRereading(base, live.step);
  const hasTokens = tokenMetric(data) !== null;
  return {
    data,
    hasTokens,
    main: [...names.main, ...(hasTokens ? [SPEED_METRIC] : [])],
    more: names.more,
    isPending: known.isPending || (base.isPending && base.isFetching),
    error: known.error ?? base.error ?? detail.error,
    refetch: () => void Promise.all([known.refetch(), base.refetch()]),
  };
}

type Base = { data: CurveData["base"]; refetch: () => unknown };

/** A long job is read again in longer spans, lest it be drawn of ever more points. */
function useRereading({ data, refetch }: Base, step: number): void {
  const lastRead = data?.series[0]?.points.at(-1)?.lastStep ?? 0;
  const isLong = data !== undefined && step - lastRead > MAX_STEPS_SINCE;
  const reread = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isLong) reread();
  }, [isLong]);
}
