"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { formatCount } from "#components/ui/format.ts";
import { Select } from "#components/ui/select.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { LineChart } from "./line-chart.tsx";
import { isEndState, type LiveJob } from "./live-job.ts";
import { formatMetric, type MetricPoint, metricNames, metricTitle, pointsOf } from "./metric-points.ts";
import { metricsQuery } from "./training-queries.ts";

/** Steps drawn one by one behind what was read, before all is read again in spans. */
const MOST_SINGLE_STEPS = 1_000;

type JobCurveProps = { jobId: string; live: LiveJob };

/** A metric of the job over its steps, growing while it trains. */
export function JobCurve({ jobId, live }: JobCurveProps) {
  const metrics = useQuery(metricsQuery(jobId));
  const [chosen, setChosen] = useState<string | null>(null);
  const names = metricNames(metrics.data, live.steps);
  const name = names.find((one) => one === chosen) ?? names[0] ?? "loss";
  const points = useMemo(() => pointsOf(metrics.data, live.steps, name), [metrics.data, live.steps, name]);
  const reread = useEffectEvent(() => void metrics.refetch());
  const unread = live.step - (metrics.data?.series[0]?.points.at(-1)?.lastStep ?? 0);
  const isLong = metrics.data !== undefined && unread > MOST_SINGLE_STEPS;
  useEffect(() => {
    if (isLong) reread();
  }, [isLong]);
  const title = metricTitle(name);
  return (
    <section aria-labelledby="job-curve" className="min-w-0 border-line border-b p-4">
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id="job-curve" className="text-sm">
          {title} by step
        </h2>
        {names.length > 1 ? (
          <Select
            className="w-44!"
            size="sm"
            aria-label="Metric"
            value={name}
            onValueChange={setChosen}
            options={names.map((one) => ({ value: one, label: metricTitle(one) }))}
          />
        ) : null}
      </div>
      {metrics.error ? (
        <ErrorBanner
          title="The earlier steps could not be loaded."
          detail={explainError(metrics.error)}
          onRetry={() => void metrics.refetch()}
        />
      ) : null}
      {points.length > 0 ? (
        <>
          <LineChart label={inWords(title, points)} points={points} format={formatMetric} />
          <PointTable title={title} points={points} />
        </>
      ) : metrics.isPending ? (
        <SkeletonLines label="Loading the curve" lines={5} />
      ) : (
        <p className="flex h-24 items-center justify-center text-muted text-sm">
          {live.state && isEndState(live.state)
            ? "No step was done."
            : "The curve begins with the first step."}
        </p>
      )}
    </section>
  );
}

function inWords(title: string, points: readonly MetricPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return title;
  const least = formatMetric(Math.min(...points.map(({ min }) => min)));
  const most = formatMetric(Math.max(...points.map(({ max }) => max)));
  const from = `${formatMetric(first.mean)} at step ${formatCount(first.firstStep)}`;
  const to = `${formatMetric(last.mean)} at step ${formatCount(last.lastStep)}`;
  return `${title} by step, from ${from} to ${to}, between ${least} and ${most}`;
}

function PointTable({ title, points }: { title: string; points: readonly MetricPoint[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm text-muted text-xs">Values as a table</summary>
      {isOpen ? (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-64 w-fit max-w-full overflow-auto rounded-md border border-line"
        >
          <table aria-label={`${title} by step`} className="text-sm tabular-nums">
            <thead className="text-muted text-xs">
              <tr>
                {["Steps", "Mean", "Least", "Greatest"].map((head) => (
                  <th key={head} scope="col" className="px-3 py-1 text-right font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <PointRow key={point.firstStep} point={point} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}

function PointRow({ point: { firstStep, lastStep, mean, min, max } }: { point: MetricPoint }) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-3 py-0.5 text-right font-normal">
        {firstStep === lastStep
          ? formatCount(firstStep)
          : `${formatCount(firstStep)}–${formatCount(lastStep)}`}
      </th>
      {[mean, min, max].map((value, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
        <td key={i} className="px-3 py-0.5 text-right">
          {formatMetric(value)}
        </td>
      ))}
    </tr>
  );
}
