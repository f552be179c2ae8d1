"use client";

import "uplot/dist/uPlot.min.css";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type UPlot from "uplot";
import { formatCount } from "#components/ui/format.ts";
import type { MetricPoint } from "./metric-points.ts";

const HEIGHT_PX = 240;

type LineChartProps = {
  /** What is drawn, in words: it is the picture's name for screen readers. */
  label: string;
  points: readonly MetricPoint[];
  format: (value: number) => string;
};

/** A value over steps as a line. Where a point stands for several steps, a band from their least to their greatest lies around it. */
export function LineChart({ label, points, format }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const isFailed = useChart(box, { points, format, onHover: setHovered });
  const point = points[hovered ?? points.length - 1];
  return (
    <figure className="min-w-0">
      <figcaption aria-hidden="true" className="mb-1 h-5 truncate text-muted text-sm tabular-nums">
        {point ? readout(point, format) : null}
      </figcaption>
      {isFailed ? (
        <p className="text-muted text-sm">
          This browser could not draw the curve; its values are in the table below.
        </p>
      ) : null}
      <div
        ref={box}
        hidden={isFailed}
        role="img"
        aria-label={label}
        className="h-60 w-full min-w-0 overflow-hidden"
      >
        {/* Never seen; the canvas takes its colours and its font from them, in either theme. */}
        <span data-ink="line" className="hidden text-accent-ink" />
        <span data-ink="text" className="hidden text-faint" />
        <span data-ink="grid" className="hidden text-line" />
      </div>
    </figure>
  );
}

function readout({ firstStep, lastStep, min, max, mean }: MetricPoint, format: (value: number) => string) {
  if (firstStep === lastStep) return `Step ${formatCount(firstStep)}: ${format(mean)}`;
  const steps = `Steps ${formatCount(firstStep)}–${formatCount(lastStep)}`;
  return `${steps}: ${format(mean)} (${format(min)} to ${format(max)})`;
}

type ChartInput = Omit<LineChartProps, "label"> & { onHover: (index: number | null) => void };

/** Draws into the box, and keeps the drawing as wide as it and in the colours of the theme. Answers whether that failed. */
function useChart(box: RefObject<HTMLDivElement | null>, { points, format, onHover }: ChartInput): boolean {
  const chart = useRef<UPlot | null>(null);
  const [isFailed, setFailed] = useState(false);
  const hover = useEffectEvent(onHover);
  const write = useEffectEvent(format);
  const columns = useEffectEvent(() => columnsOf(points));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const gone = new AbortController();
    // Loaded where it is needed; its own set-up throws in browsers whose language it cannot read.
    import("uplot").then(
      ({ default: Plot }) => {
        if (!gone.signal.aborted)
          chart.current = drawInto(element, { Plot, columns: columns(), write, hover, gone: gone.signal });
      },
      () => setFailed(true),
    );
    return () => {
      gone.abort();
      chart.current = null;
    };
  }, [box]);
  useEffect(() => chart.current?.setData(columnsOf(points)), [points]);
  return isFailed;
}

type Drawing = Pick<Look, "write" | "hover"> & {
  Plot: typeof UPlot;
  columns: UPlot.AlignedData;
  gone: AbortSignal;
};

function drawInto(element: HTMLElement, { Plot, columns, write, hover, gone }: Drawing): UPlot {
  const inks = readInks(element);
  const plot = new Plot(optionsOf(element, { inks, write, hover }), columns, element);
  const sizes = new ResizeObserver(() =>
    plot.setSize({ width: element.clientWidth || 1, height: HEIGHT_PX }),
  );
  sizes.observe(element);
  const stopThemes = onThemeChange(() => {
    Object.assign(inks, readInks(element));
    plot.redraw(false, true);
  });
  gone.addEventListener("abort", () => {
    stopThemes();
    sizes.disconnect();
    plot.destroy();
  });
  return plot;
}

/** Steps, means, least and greatest values; a span stands at its middle. */
function columnsOf(points: readonly MetricPoint[]): UPlot.AlignedData {
  return [
    points.map(({ firstStep, lastStep }) => (firstStep + lastStep) / 2),
    points.map(({ mean }) => mean),
    points.map(({ min }) => min),
    points.map(({ max }) => max),
  ];
}

type Inks = { line: string; band: string; text: string; grid: string; font: string };

function readInks(element: HTMLElement): Inks {
  const ink = (name: string) => {
    const probe = element.querySelector(`[data-ink="${name}"]`) ?? element;
    return getComputedStyle(probe).color;
  };
  const line = ink("line");
  const band = `color-mix(in oklch, ${line} 18%, transparent)`;
  const font = `11px ${getComputedStyle(element).fontFamily}`;
  return { line, band, text: ink("text"), grid: ink("grid"), font };
}

type Look = { inks: Inks; write: (value: number) => string; hover: (index: number | null) => void };

/** Colours are functions of `inks`, so that a change of theme is a redraw. */
function optionsOf(element: HTMLElement, { inks, write, hover }: Look): UPlot.Options {
  const axis = {
    stroke: () => inks.text,
    font: inks.font,
    grid: { stroke: () => inks.grid, width: 1 },
    ticks: { show: false },
  };
  const unseen = { stroke: "transparent", width: 0, points: { show: false } };
  return {
    width: element.clientWidth || 1,
    height: HEIGHT_PX,
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 28, gap: 4, incrs: WHOLE_STEPS },
      { ...axis, size: 64, gap: 6, values: (_, ticks) => ticks.map(write) },
    ],
    series: [{}, { stroke: () => inks.line, width: 1.5 }, unseen, unseen],
    bands: [{ series: [3, 2], fill: () => inks.band }],
    hooks: { setCursor: [(plot) => hover(plot.cursor.idx ?? null)] },
  };
}

/** There is no half step to mark. */
const WHOLE_STEPS = [1, 2, 5].flatMap((first) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((zeros) => first * 10 ** zeros),
);
WHOLE_STEPS.sort((a, b) => a - b);

/** The theme is an attribute of the root element, or the system's choice. */
function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}
