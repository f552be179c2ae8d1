"use client";

import { useState } from "react";
import { Chip } from "#components/ui/button/chip.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { Bars } from "#components/ui/view/bars.tsx";
import type { GrowthStep } from "#lib/contract/jobs/project-storage.ts";
import type { ProjectStorage } from "./storage-queries.ts";

type Growth = ProjectStorage["growth"];
type Measure = "calls" | "bytes";

type GrowthChartProps = { growth: Growth; by: GrowthStep; onByChange: (by: GrowthStep) => void };

/** Bars of the latest days or weeks, by number or by size. */
export function GrowthChart({ growth, by, onByChange }: GrowthChartProps) {
  const [measure, setMeasure] = useState<Measure>("calls");
  const total = growth.reduce((sum, bar) => sum + bar[measure], 0);
  const most = Math.max(...growth.map((bar) => bar[measure]), 0);
  const format = measure === "calls" ? formatCount : formatBytes;
  return (
    <figure className="min-w-0">
      <div className="mb-3 flex flex-wrap gap-x-4 gap-y-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Step</legend>
          <Chip isOn={by === "day"} onClick={() => onByChange("day")}>
            By day
          </Chip>
          <Chip isOn={by === "week"} onClick={() => onByChange("week")}>
            By week
          </Chip>
        </fieldset>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Measure</legend>
          <Chip isOn={measure === "calls"} onClick={() => setMeasure("calls")}>
            Calls
          </Chip>
          <Chip isOn={measure === "bytes"} onClick={() => setMeasure("bytes")}>
            Size
          </Chip>
        </fieldset>
      </div>
      <div aria-hidden="true" className="mb-1 text-2xs text-faint tabular-nums">
        {format(most)}
      </div>
      <Bars
        className="h-28"
        bars={growth.map((bar) => ({ key: bar.start, value: bar[measure], text: barText(bar, by) }))}
      />
      <div aria-hidden="true" className="mt-1 flex justify-between gap-2 text-2xs text-faint">
        <span>{dayText(growth[0]?.start)}</span>
        <span>{by === "day" ? "Today" : "This week"}</span>
      </div>
      <figcaption className="mt-2 text-muted">
        {total === 0
          ? `No call of the last ${spanText(growth, by)} is here.`
          : `${measure === "calls" ? countOf(total, "call") : formatBytes(total)} in the last ${spanText(growth, by)}.`}
      </figcaption>
    </figure>
  );
}

function spanText(growth: Growth, by: GrowthStep): string {
  return `${growth.length} ${by}s`;
}

function barText({ start, calls, bytes }: Growth[number], by: GrowthStep): string {
  const when = by === "day" ? dayText(start) : `Week of ${dayText(start)}`;
  return `${when}: ${countOf(calls, "call")}, ${formatBytes(bytes)}`;
}

const days = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

function dayText(day: string | undefined): string {
  return day === undefined ? "" : days.format(new Date(day));
}
