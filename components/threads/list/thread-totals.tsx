"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Narrow } from "#components/layout/state/address.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ANY_RANGE, type ThreadFilters, writeRange } from "#components/threads/queries/thread-filters.ts";
import { threadSummaryQuery } from "#components/threads/queries/thread-queries.ts";
import { BrushHistogram } from "#components/ui/filter/brush-histogram.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { formatCount, formatDuration, formatExact } from "#components/ui/text/format.ts";
import type { ThreadSummary } from "#lib/contract/traces/threads.ts";

type ThreadTotalsProps = { filters: ThreadFilters; onChange: Narrow };

/** The totals over the threads that pass the filters, with histograms that narrow them further. */
export function ThreadTotals({ filters, onChange }: ThreadTotalsProps) {
  const { projectId } = useProject();
  const summary = useQuery({
    ...threadSummaryQuery(projectId, filters),
    placeholderData: keepPreviousData,
  });
  // What a histogram offers does not shrink with what is chosen in it.
  const unbounded = useQuery({
    ...threadSummaryQuery(projectId, { ...filters, turns: ANY_RANGE, duration: ANY_RANGE }),
    placeholderData: keepPreviousData,
  });
  const untold = summary.data && untoldIn(summary.data);
  return (
    <div className="flex flex-col gap-4 p-4">
      {summary.error ? <QueryErrorBanner title="The totals could not be loaded." query={summary} /> : null}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {TOTALS.map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <dt className="truncate text-faint text-xs">{label}</dt>
            <dd className="min-h-5 truncate tabular-nums">
              {summary.data ? text(summary.data) : <Skeleton className="mt-1 h-3 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
      <BrushHistogram
        label="Turns of a thread"
        unit="turns"
        buckets={unbounded.data?.turnCounts}
        shown={summary.data?.turnCounts}
        value={filters.turns}
        onValueChange={(range) => onChange({ turns: writeRange(range) })}
        format={formatCount}
        lastIn={(to) => to - 1}
      />
      {untold?.durations && unbounded.data?.medianDurations.length === 0 ? (
        <Untold label="Median turn duration" className="h-30">
          None of these threads says how long a turn took.
        </Untold>
      ) : (
        <BrushHistogram
          label="Median turn duration"
          unit="ms"
          buckets={unbounded.data?.medianDurations}
          shown={summary.data?.medianDurations}
          value={filters.duration}
          onValueChange={(range) => onChange({ p50: writeRange(range) })}
          format={formatDuration}
          lastIn={(to) => to - HALF_MS}
        />
      )}
      {untold?.dates ? (
        <Untold label="Started" className="h-22">
          None of these threads says when it began.
        </Untold>
      ) : (
        <ThreadsOverTime summary={summary.data} />
      )}
    </div>
  );
}

/** In the place of a chart, as high as it: what is known only after the first paint must move nothing. */
function Untold({ label, className, children }: { label: string; className: string; children: string }) {
  return (
    <div className={`min-w-0 text-muted text-xs ${className}`}>
      <p className="h-6 truncate">{label}</p>
      <p>{children}</p>
    </div>
  );
}

/** What none of these threads says; nothing is drawn of it. */
function untoldIn({ turns, p50TurnDurationMs, overTime }: ThreadSummary) {
  const durations = turns > 0 && p50TurnDurationMs === null;
  const dates = turns > 0 && overTime.buckets.length === 0;
  return { durations, dates };
}

/** A median between two whole milliseconds lies on a half, so that this is the last value before the end of a range. */
const HALF_MS = 0.5;

type Total = { label: string; text: (summary: ThreadSummary) => string };

const TOTALS: readonly Total[] = [
  { label: "Threads", text: ({ threads }) => formatCount(threads) },
  { label: "Turns", text: ({ turns }) => formatCount(turns) },
  { label: "Turns per thread", text: ({ meanTurns }) => meanTurns?.toFixed(1) ?? "–" },
  {
    label: "p50 of turns",
    text: ({ p50TurnDurationMs }) => formatDuration(p50TurnDurationMs),
  },
  {
    label: "p90 of turns",
    text: ({ p90TurnDurationMs }) => formatDuration(p90TurnDurationMs),
  },
  {
    label: "p99 of turns",
    text: ({ p99TurnDurationMs }) => formatDuration(p99TurnDurationMs),
  },
  { label: "Failed turns", text: failedText },
  { label: "Feedback", text: ({ feedback }) => formatCount(feedback) },
  { label: "Tokens", text: tokensText },
];

/** Documents of very many turns are not read for a sum. */
function tokensText({ tokens, isTokenSumLeftOut }: ThreadSummary): string {
  if (isTokenSumLeftOut) return "not summed";
  return tokens === null ? "–" : formatCount(tokens);
}

function failedText({ failedTurns, errorShare }: ThreadSummary): string {
  if (failedTurns === 0 || errorShare === null) return formatCount(failedTurns);
  const percent = errorShare * 100;
  return `${formatCount(failedTurns)} · ${percent < 0.1 ? "< 0.1" : percent.toFixed(1)} %`;
}

const CHART_HEIGHT = 48;

/** How many threads began in each span of time; it has no number that the time filter does not lead to. */
function ThreadsOverTime({ summary }: { summary: ThreadSummary | undefined }) {
  const { bucketMs, buckets } = summary?.overTime ?? { bucketMs: null, buckets: [] };
  const starts = buckets.map(({ start }) => Date.parse(start));
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  const spans = bucketMs === null ? 1 : Math.round((last - first) / bucketMs) + 1;
  const most = Math.max(...buckets.map(({ count }) => count), 1);
  const label = bucketMs === null ? "Started" : `Started, per ${formatDuration(bucketMs)}`;
  return (
    <figure className="min-w-0">
      <figcaption className="h-6 truncate text-muted text-xs">{label}</figcaption>
      <svg
        role="img"
        aria-label={`Threads over time: ${buckets.length} spans with threads, at most ${formatCount(most)} in one`}
        viewBox={`0 0 ${spans} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-12 w-full border-line border-b"
      >
        {buckets.map(({ start, count }, i) => {
          const height = Math.max(2, (count / most) * (CHART_HEIGHT - 2));
          const place = bucketMs === null ? 0 : Math.round(((starts[i] ?? first) - first) / bucketMs);
          return (
            <rect
              key={start}
              x={place + 0.08}
              y={CHART_HEIGHT - height}
              width="0.84"
              height={height}
              className="fill-accent"
            >
              <title>{`${formatExact(new Date(start))}: ${formatCount(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      {buckets.length > 0 ? (
        <div aria-hidden="true" className="flex justify-between gap-2 text-2xs text-faint">
          <time dateTime={buckets[0]?.start}>{shortDate(first)}</time>
          <time dateTime={buckets.at(-1)?.start}>{shortDate(last)}</time>
        </div>
      ) : null}
    </figure>
  );
}

const dates = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric" });

function shortDate(ms: number): string {
  return dates.format(new Date(ms));
}
