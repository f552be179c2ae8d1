import type UPlot from "uplot";
import type { Frame } from "./chart-frame.ts";
import type { ChartView, Range } from "./chart-view.ts";
import { logTicks } from "./log-ticks.ts";

/** What a drawing shows now; it changes without a new drawing. */
export type Shown = {
  frame: Frame;
  view: ChartView;
  writeX: (value: number) => string;
  writeY: (value: number) => string;
  /** Places on the axis where the job left something. */
  marks: readonly number[];
};

export type Acts = {
  /** A place on the axis, or null when the pointer has left. */
  onHover: (x: number | null) => void;
  onZoom: (range: Range | null) => void;
  onPick: ((x: number) => void) | null;
};

type Drawing = {
  Plot: typeof UPlot;
  /** Read at each redraw. */
  shown: () => Shown;
  acts: Acts;
  /** Charts of one name move their cursors together. */
  syncKey: string;
  gone: AbortSignal;
};

/** Lines differ by their dashes as well. */
export const DASHES: readonly (readonly number[])[] = [
  [],
  [8, 3],
  [3, 3],
  [10, 3, 2, 3],
  [2, 2],
  [6, 2, 2, 2, 2, 2],
  [12, 4],
  [4, 6],
];

/** Draws into the element, and keeps the drawing as wide as it and in the colours of the theme, until `gone`. */
export function drawChart(element: HTMLElement, drawing: Drawing): UPlot {
  const { Plot, shown, gone } = drawing;
  const inks = readInks(element);
  const plot = new Plot(optionsOf(element, drawing, inks), alignedData(shown().frame), element);
  const sizes = new ResizeObserver(() => plot.setSize(sizeOf(element)));
  sizes.observe(element);
  const stopThemes = onThemeChange(() => {
    Object.assign(inks, readInks(element));
    plot.redraw(false, true);
  });
  listen(plot, drawing);
  gone.addEventListener("abort", () => {
    stopThemes();
    sizes.disconnect();
    plot.destroy();
  });
  return plot;
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  return { width: clientWidth || 1, height: clientHeight || 1 };
}

/** The library takes mutable arrays and leaves them as they are. */
export function alignedData({ columns }: Frame): UPlot.AlignedData {
  return columns as unknown as UPlot.AlignedData;
}

function listen(plot: UPlot, { acts }: Drawing): void {
  let downAt = 0;
  plot.over.addEventListener("mousedown", ({ clientX }) => {
    downAt = clientX;
  });
  plot.over.addEventListener("click", ({ clientX }) => {
    const { idx } = plot.cursor;
    const x = typeof idx === "number" ? plot.data[0][idx] : undefined;
    // The end of a drag is no click.
    if (x !== undefined && Math.abs(clientX - downAt) < 4) acts.onPick?.(x);
  });
}

function optionsOf(element: HTMLElement, { shown, acts, syncKey }: Drawing, inks: Inks): UPlot.Options {
  const { frame, view } = shown();
  const axis = {
    stroke: () => inks.text,
    font: inks.font,
    grid: { stroke: () => inks.grid, width: 1 },
    ticks: { show: false },
  };
  const count = frame.marks.length;
  return {
    ...sizeOf(element),
    legend: { show: false },
    // The last number below the axis reaches beyond its end.
    padding: [8, 20, 0, 0],
    cursor: {
      y: false,
      points: { size: 7, show: count === 1 },
      drag: { x: true, y: false, setScale: false },
      sync: { key: syncKey, scales: ["x", null], setSeries: false },
      bind: {
        dblclick: () => () => {
          acts.onZoom(null);
          return null;
        },
      },
    },
    scales: {
      x: { time: false, distr: view.logX ? 3 : 1, range: () => [...shown().frame.xRange] },
      y: { distr: view.logY ? 3 : 1, range: () => [...shown().frame.yRange] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        gap: 4,
        space: 64,
        ...marksOf(view.logX, () => shown().frame.xRange),
        // Beside a single point there is no place on the axis to speak of.
        values: ({ data: [xs] }, ticks) =>
          ticks.map((tick) => (xs.length === 1 && tick !== xs[0] ? "" : written(tick, shown().writeX))),
      },
      {
        ...axis,
        size: 62,
        gap: 6,
        ...marksOf(view.logY, () => shown().frame.yRange),
        values: (_, ticks) => ticks.map((tick) => written(tick, shown().writeY)),
      },
    ],
    series: [{}, ...frame.marks.flatMap((_, line) => seriesOf(line, { shown, inks, count }))],
    bands:
      count === 1 || view.isFirstBanded
        ? [{ series: [4, 3], fill: () => faint(inks.lines[0] ?? "", 16) }]
        : [],
    hooks: {
      draw: [
        (plot) => drawMarks(plot, shown().marks, inks.text),
        (plot) => {
          if (count === 1) drawLoneValue(plot, shown(), inks);
        },
      ],
      setCursor: [
        ({ cursor: { idx }, data }) => acts.onHover(typeof idx === "number" ? (data[0][idx] ?? null) : null),
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < 4) return;
          acts.onZoom({ from: plot.posToVal(left, "x"), to: plot.posToVal(left + width, "x") });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Dashed lines from the lower edge to the upper one. */
function drawMarks({ ctx, bbox, valToPos, scales }: UPlot, marks: readonly number[], ink: string): void {
  const { min, max } = scales.x ?? {};
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const mark of marks) {
    if (mark < (min ?? mark) || mark > (max ?? mark)) continue;
    const x = Math.round(valToPos(mark, "x", true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** A single point is no curve: its value is written beside it. */
function drawLoneValue({ ctx, data, valToPos }: UPlot, { writeY }: Shown, { text, font }: Inks): void {
  const [[x] = [], [y] = []] = data;
  if (data[0].length !== 1 || x === undefined || typeof y !== "number") return;
  ctx.save();
  ctx.fillStyle = text;
  ctx.font = font.replace(/^\d+/, (size) => String(Number(size) * devicePixelRatio));
  ctx.textAlign = "left";
  // Beside the lines of the grid that meet in the point; below it where there is no room above.
  const away = 7 * devicePixelRatio;
  const place = valToPos(y, "y", true);
  const isBelow = place - away < Number.parseFloat(ctx.font);
  ctx.textBaseline = isBelow ? "top" : "bottom";
  ctx.fillText(writeY(y), valToPos(x, "x", true) + away, isBelow ? place + away : place - away);
  ctx.restore();
}

/** Logarithmic axes are marked at round numbers alone; the library would draw a line for each digit of each power. */
function marksOf(
  isLog: boolean,
  range: () => readonly [number, number],
): Pick<UPlot.Axis, "splits" | "filter"> {
  return isLog ? { splits: () => logTicks(...range()), filter: (_, ticks) => ticks } : {};
}

/** Logarithmic axes leave some of their marks without a text. */
function written(tick: number | null, write: (value: number) => string): string {
  return tick === null ? "" : write(tick);
}

type Look = { shown: () => Shown; inks: Inks; count: number };

/** The raw values are faint below the smooth ones; the band's edges are not drawn. */
function seriesOf(line: number, { shown, inks, count }: Look): UPlot.Series[] {
  const ink = () => inks.lines[line % inks.lines.length] ?? inks.text;
  const isSmooth = () => shown().view.smoothing > 0;
  const dash = count > 1 ? [...(DASHES[line % DASHES.length] ?? [])] : [];
  const unseen = { stroke: "transparent", width: 0, points: { show: false } };
  const alone = { points: { size: 7, width: 0, fill: ink, show: (plot: UPlot) => plot.data[0].length < 3 } };
  return [
    {
      ...alone,
      stroke: () => (isSmooth() ? faint(ink(), 32) : ink()),
      width: 1.25,
      dash: count > 1 ? dash : [],
    },
    { stroke: () => (isSmooth() ? ink() : "transparent"), width: 1.75, dash, points: { show: false } },
    unseen,
    unseen,
  ];
}

type Inks = { lines: string[]; text: string; grid: string; font: string };

/** Canvases know no classes: hidden elements inside wear them. */
function readInks(element: HTMLElement): Inks {
  const inksOf = (name: string) =>
    [...element.querySelectorAll(`[data-ink="${name}"]`)].map((probe) => getComputedStyle(probe).color);
  const font = `11px ${getComputedStyle(element).fontFamily}`;
  return { lines: inksOf("line"), text: inksOf("text")[0] ?? "", grid: inksOf("grid")[0] ?? "", font };
}

function faint(ink: string, percent: number): string {
  return `color-mix(in oklch, ${ink} ${percent}%, transparent)`;
}

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
