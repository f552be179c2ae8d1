import fs from "node:fs";
import {
  type ChartLine,
  chartFrame,
  type Frame,
  type Mark,
} from "#components/training/chart/frame/chart-frame.ts";
import { readChartView } from "#components/training/chart/frame/chart-view.ts";
import { DASHES } from "#components/training/chart/frame/draw-chart.ts";
import { STEPS } from "#components/training/chart/frame/step-axis.ts";
import type { Share } from "./estimate.ts";

/** The product's chart as a picture that needs no browser: its frame, its dashes and its colours, written as SVG. */

type Point = { readonly name: string; readonly answers: number; readonly right: Share };

const WIDTH = 960;
const HEIGHT = 420;
const PLOT = { left: 56, top: 44, width: 600, height: 330 };
const LEGEND = { left: PLOT.left + PLOT.width + 40, top: PLOT.top + 6, line: 36 };
const INK_NAMES = ["surface", "ink", "muted", "faint", "line"];
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Shares by the number of answers, with their intervals; what was measured once is a point at its place. What took no answers has none. */
export function drawFigure(lines: readonly Point[], rounds: readonly number[]): string {
  const named = new Map<string, Point[]>();
  for (const line of lines.filter(({ answers }) => answers > 0))
    named.set(line.name, [...(named.get(line.name) ?? []), line]);
  const curves = [...named].map(([name, points]) => curveOf(name, points));
  const frame = chartFrame(
    curves,
    readChartView(() => null),
    { from: 0, to: (rounds.at(-1) ?? 1) * 1.02 },
  );
  const x = (value: number) => PLOT.left + placeIn(value, frame.xRange) * PLOT.width;
  const y = (value: number) => PLOT.top + (1 - value) * PLOT.height;
  const order = curves.map((curve, at) => ({ curve, at, last: curve.points.at(-1)?.mean ?? 0 }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">`,
    `<title id="title">Share of right answers to held-out requests, by the number of answers bought</title>`,
    `<style>${styles(curves.length)}</style>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" class="ground"/>`,
    `<text x="${PLOT.left}" y="24" class="head">Right answers to held-out requests</text>`,
    ...TICKS.map((tick) => gridLine(tick, y(tick))),
    ...[0, ...rounds].map(
      (answers) =>
        `<text x="${x(answers)}" y="${PLOT.top + PLOT.height + 22}" class="mark middle">${answers}</text>`,
    ),
    `<text x="${PLOT.left + PLOT.width / 2}" y="${HEIGHT - 12}" class="mark middle">answers bought</text>`,
    ...frame.marks.map((marks, at) => drawnLine(marks, { at, x, y })),
    ...order
      .toSorted((a, b) => b.last - a.last)
      .map(({ curve, at, last }, row) => legendLine(curve, { at, last, row })),
    "</svg>",
    "",
  ].join("\n");
}

function curveOf(name: string, points: readonly Point[]): ChartLine {
  return {
    id: name,
    label: name,
    axis: STEPS,
    points: points.map(({ answers, right }) => ({
      firstStep: answers,
      lastStep: answers,
      mean: right.value,
      min: right.low,
      max: right.high,
    })),
  };
}

function placeIn(value: number, [from, to]: Frame["xRange"]): number {
  return (value - from) / (to - from);
}

type Place = { at: number; x: (value: number) => number; y: (value: number) => number };

/** Lines that end at the same place would hide each other's intervals, so each is moved a little. */
function drawnLine(marks: readonly Mark[], { at, x, y }: Place): string {
  const points = marks.map((mark) => ({ x: x(mark.x) + (at - 4) * 2, point: mark.point }));
  const path = points
    .map(({ x: place, point }) => `${place.toFixed(1)},${y(point.mean).toFixed(1)}`)
    .join(" ");
  const bars = points.map(
    ({ x: place, point }) =>
      `<line x1="${place.toFixed(1)}" x2="${place.toFixed(1)}" y1="${y(point.min).toFixed(1)}" y2="${y(point.max).toFixed(1)}"/>` +
      `<circle cx="${place.toFixed(1)}" cy="${y(point.mean).toFixed(1)}" r="3.5"/>`,
  );
  return `<g class="series s${at}"><polyline points="${path}" stroke-dasharray="${dashOf(at)}"/>${bars.join("")}</g>`;
}

function gridLine(tick: number, y: number): string {
  const end = PLOT.left + PLOT.width;
  return (
    `<line x1="${PLOT.left}" x2="${end}" y1="${y}" y2="${y}" class="grid"/>` +
    `<text x="${PLOT.left - 8}" y="${y + 4}" class="mark end">${tick * 100} %</text>`
  );
}

function legendLine(curve: ChartLine, { at, last, row }: { at: number; last: number; row: number }): string {
  const y = LEGEND.top + row * LEGEND.line;
  return (
    `<g class="series s${at}"><line x1="${LEGEND.left}" x2="${LEGEND.left + 24}" y1="${y}" y2="${y}" stroke-dasharray="${dashOf(at)}"/></g>` +
    `<text x="${LEGEND.left + 32}" y="${y + 4}">${curve.label}</text>` +
    `<text x="${LEGEND.left + 32}" y="${y + 19}" class="mark">${(last * 100).toFixed(1)} %</text>`
  );
}

function dashOf(at: number): string {
  return (DASHES[at % DASHES.length] ?? []).join(" ");
}

/** The colours of the product, light and dark. */
function styles(count: number): string {
  const css = fs.readFileSync("app/globals.css", "utf8");
  const inks = [...INK_NAMES, ...Array.from({ length: 8 }, (_, at) => `series-${at + 1}`)].map((name) => {
    const [, light = "", dark = ""] =
      new RegExp(`--${name}: light-dark\\((.+\\)), (.+\\))\\);`).exec(css) ?? [];
    if (!light) throw new Error(`app/globals.css names no colour --${name} for light and dark`);
    return { name, light, dark };
  });
  const variables = (read: (ink: (typeof inks)[number]) => string) =>
    `svg{${inks.map((ink) => `--${ink.name}:${read(ink)}`).join(";")}}`;
  const series = Array.from({ length: count }, (_, at) => {
    const ink = `var(--series-${(at % 8) + 1})`;
    return `.s${at}{stroke:${ink}}.s${at} circle{fill:${ink}}`;
  });
  return [
    variables(({ light }) => light),
    `@media(prefers-color-scheme:dark){${variables(({ dark }) => dark)}}`,
    "text{font:13px system-ui,sans-serif;fill:var(--ink)}.head{font-weight:600;font-size:15px}",
    ".mark{fill:var(--muted);font-size:12px}.middle{text-anchor:middle}.end{text-anchor:end}",
    ".ground{fill:var(--surface)}.grid{stroke:var(--line)}.series{fill:none;stroke-width:1.75}.series circle{stroke:none}",
    ...series,
  ].join("");
}
