"use client";

import { useState } from "react";
import { formatMetric } from "#components/run/metrics/metric-points.ts";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import { stepsText } from "./line-texts.ts";

type PointTableProps = { title: string; lines: readonly ChartLine[]; unit?: string | undefined };

/** The values of a chart as a table, for screen readers and exact reading. */
export function PointTable({ title, lines, unit = "step" }: PointTableProps) {
  const [isOpen, setOpen] = useState(false);
  const isComparing = lines.length > 1;
  const heads = [
    ...(isComparing ? ["Run"] : []),
    `${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}s`,
    "Mean",
    "Min",
    "Max",
  ];
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0 open:w-full">
      <summary className="w-fit rounded-sm">Values as a table</summary>
      {isOpen ? (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-64 w-fit max-w-full overflow-auto rounded-md border border-line"
        >
          <table aria-label={`${title} by ${unit}`} className="text-ink text-sm tabular-nums">
            <thead className="text-muted text-xs">
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col" className="px-3 py-1 text-right font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.flatMap(({ id, label, points }) =>
                points.map((point) => (
                  <tr key={`${id} ${point.firstStep}`} className="border-line border-t">
                    {isComparing ? <td className="px-3 py-0.5 text-right">{label}</td> : null}
                    <th scope="row" className="whitespace-nowrap px-3 py-0.5 text-right font-normal">
                      {stepsText(point).replace(/^steps? /, "")}
                    </th>
                    <td className="px-3 py-0.5 text-right">{formatMetric(point.mean)}</td>
                    <td className="px-3 py-0.5 text-right">{formatMetric(point.min)}</td>
                    <td className="px-3 py-0.5 text-right">{formatMetric(point.max)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}
