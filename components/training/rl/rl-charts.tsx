"use client";

import { useMemo, useState } from "react";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView, Range } from "#components/training/chart/frame/chart-view.ts";
import { STEPS } from "#components/training/chart/frame/step-axis.ts";
import { MetricChart } from "#components/training/chart/metric-chart.tsx";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { guardLine } from "./guard-line.ts";
import { isDecided, isUnended, partLabel, rewardedGroups } from "./rl-words.ts";

const VIEW = { x: "step", unit: "round", smoothing: 0, logX: false, logY: false, clip: false } as const;

/** How rewards develop over the rounds, and beside them what shows that a reward is not earned honestly: length, cut-off answers, groups that teach nothing, the guard. */
export function RlCharts({ run, rounds }: { run: RlRun; rounds: readonly RlRound[] }) {
  const [zoom, setZoom] = useState<Range | null>(null);
  const view = useMemo((): ChartView => ({ ...VIEW, zoom }), [zoom]);
  const share = useMemo((): ChartView => ({ ...view, isShare: true }), [view]);
  const charts = useMemo(() => chartsOf(run, rounds), [run, rounds]);
  return (
    <section
      aria-label="Charts"
      className="grid gap-x-6 gap-y-5 border-line border-b p-4 lg:grid-cols-2 2xl:grid-cols-3"
    >
      {charts.map(({ title, lines, isShare = false, note }) => (
        <div key={title} className="min-w-0">
          <MetricChart
            title={title}
            lines={lines}
            view={isShare ? share : view}
            syncKey={run.id}
            isEnded={!isUnended(run)}
            onZoom={setZoom}
          />
          {note ? <p className="text-faint text-xs">{note}</p> : null}
        </div>
      ))}
    </section>
  );
}

type Chart = { title: string; lines: ChartLine[]; isShare?: boolean; note?: string };

function chartsOf({ graders }: RlRun, rounds: readonly RlRound[]): Chart[] {
  // A round counts once it is sampled; half of it would move until then.
  const whole = rounds.filter(({ phase }) => phase !== "sampling");
  const line = (label: string, read: (round: RlRound) => number | null): ChartLine => ({
    id: label,
    label,
    axis: STEPS,
    points: whole.flatMap((round) => {
      const value = read(round);
      if (value === null) return [];
      return [{ firstStep: round.round, lastStep: round.round, min: value, max: value, mean: value }];
    }),
  });
  const parts = graders.map((part) =>
    line(part.weight === 0 ? `${partLabel(part)} (watched)` : partLabel(part), ({ components }) =>
      componentOf(components, part.name),
    ),
  );
  const all: Chart[] = [
    {
      title: "Reward",
      lines: [line("Reward", (round) => (isDecided(round) ? round.reward : null))],
    },
    ...(graders.length > 1 ? [{ title: "Score of each grader", lines: parts }] : []),
    { title: "Tokens of an answer", lines: [line("Tokens", ({ length }) => length)] },
    {
      title: "Share of answers cut off",
      lines: [line("Cut off", ({ truncated }) => truncated)],
      isShare: true,
    },
    {
      title: "Share of groups without variance",
      lines: [line("Flat", (round) => flatShare(round))],
      isShare: true,
    },
    {
      title: "Guard, against the start",
      lines: [guardLine(whole)],
      note: "Below 0 it is worse than at the start. The band is the 95 % interval.",
    },
  ];
  const [reward, ...others] = all;
  const drawn = others.filter(({ lines }) => lines.some(({ points }) => points.length > 0));
  return reward ? [reward, ...drawn] : drawn;
}

/** Of the groups that have their rewards. */
function flatShare(round: RlRound): number | null {
  const rewarded = rewardedGroups(round);
  return rewarded > 0 ? round.flatGroups / rewarded : null;
}

function componentOf(components: RlRound["components"], name: string): number | null {
  return components.find((one) => one.name === name)?.mean ?? null;
}
