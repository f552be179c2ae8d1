"use client";

import { type ReactNode, useState } from "react";
import { formatMetric, metricTitle, singlePointsOf } from "#components/run/metrics/metric-points.ts";
import {
  isBetterLess,
  NO_FIGURES,
  type RunFigures,
  runFigures,
} from "#components/run/metrics/run-figures.ts";
import { waitedMs, workedMs } from "#components/run/state/shown-job.ts";
import { SPEED_METRIC } from "#components/training/chart/frame/job-curves.ts";
import { LineSwatch } from "#components/training/chart/line-swatch.tsx";
import { WorkedTime } from "#components/training/progress/worked-time.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import type { Run } from "./use-run-curves.ts";

type CompareTableProps = {
  runs: readonly Run[];
  labels: readonly string[];
  names: readonly string[];
  /** Some of the runs have not been read yet. */
  isPending: boolean;
};

const HEADS = ["Run", "Best single step", "Vs. baseline", "Last", "Min", "Max", "Steps", "Trained for"];

/** The figures of one metric for each run. */
export function CompareTable({ runs, labels, names, isPending }: CompareTableProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const name = names.find((one) => one === chosen) ?? names[0];
  if (name === undefined) return null;
  const figures = runs.map((run) => figuresOf(run, name));
  const baseline = figures[0]?.best?.value ?? null;
  return (
    <section aria-labelledby="compare-figures" className="border-line border-t">
      <div className="flex flex-wrap items-center gap-3 px-4 py-2">
        <h2 id="compare-figures" className="text-sm">
          Figures
        </h2>
        <span className="w-48">
          <Select
            size="sm"
            aria-label="Metric"
            value={name}
            onValueChange={setChosen}
            options={names
              .filter((one) => one !== SPEED_METRIC)
              .map((one) => ({ value: one, label: metricTitle(one) }))}
          />
        </span>
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto -outline-offset-2"
      >
        <table aria-label={`Figures of ${metricTitle(name)}`} className="w-full text-sm tabular-nums">
          <thead className="text-muted text-xs">
            <tr>
              {HEADS.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`whitespace-nowrap px-4 py-1.5 font-medium ${at === 0 ? "text-left" : "text-right"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map(({ job, data }, at) => (
              <FigureRow
                key={job.id}
                job={job}
                line={at}
                label={labels[at] ?? ""}
                figures={isPending && !data.base ? null : (figures[at] ?? NO_FIGURES)}
                baseline={at === 0 ? null : baseline}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function figuresOf({ data }: Run, name: string): RunFigures {
  const series = data.base?.series.find((one) => one.name === name);
  // Each step counts for itself: a span would hide which one was the best.
  const points = singlePointsOf(data.base, { name, steps: data.steps });
  return runFigures(series, points, { isLess: isBetterLess(name) });
}

type FigureRowProps = {
  job: TrainingJob;
  line: number;
  label: string;
  /** Null while they are read. */
  figures: RunFigures | null;
  /** Best value of the run that the others are measured by; null for itself. */
  baseline: number | null;
};

function FigureRow({ job, line, label, figures, baseline }: FigureRowProps) {
  const now = new Date();
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-4 py-1.5 text-left font-normal">
        <span className="flex items-center gap-2">
          <LineSwatch line={line} />
          {label}
        </span>
      </th>
      {figures
        ? figureTexts(figures, baseline).map((text, at) => <Cell key={HEADS[at + 1]}>{text}</Cell>)
        : HEADS.slice(1, 6).map((head) => (
            <Cell key={head}>
              <Skeleton className="ml-auto h-3 w-12" />
            </Cell>
          ))}
      <Cell>{formatCount(job.step)}</Cell>
      <Cell>
        <WorkedTime workedMs={workedMs(job, now)} waitedMs={waitedMs(job, now)} />
      </Cell>
    </tr>
  );
}

function figureTexts({ best, last, min, max }: RunFigures, baseline: number | null): string[] {
  return [
    best ? `${formatMetric(best.value)} at ${formatCount(best.step)}` : "–",
    best && baseline !== null ? signed(best.value - baseline) : "–",
    ...[last, min, max].map(textOf),
  ];
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="whitespace-nowrap px-4 py-1.5 text-right">{children}</td>;
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatMetric(value);
}

function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${formatMetric(value)}`;
}
