"use client";

import "uplot/dist/uPlot.min.css";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type UPlot from "uplot";
import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { axisFormat } from "#components/training/chart/frame/axis-format.ts";
import { type ChartLine, chartFrame } from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView, Range } from "#components/training/chart/frame/chart-view.ts";
import { alignedData, drawChart, type Shown } from "#components/training/chart/frame/draw-chart.ts";
import { LINE_INKS, STOPPED_INK } from "#components/training/chart/frame/line-inks.ts";
import { loadPlot } from "#components/training/chart/frame/load-plot.ts";
import { countOf } from "#components/ui/text/format.ts";
import { lineReadout, linesInWords } from "./line-texts.ts";
import { LinesReadout } from "./lines-readout.tsx";
import { PointTable } from "./point-table.tsx";

type MetricChartProps = {
  title: string;
  lines: readonly ChartLine[];
  view: ChartView;
  /** What all charts of the page show together. */
  extent?: Range | null;
  /** Places on the axis where the job left a checkpoint. */
  checkpoints?: readonly number[];
  /** Charts with the same key move their cursors together. */
  syncKey: string;
  onZoom: (range: Range | null) => void;
  /** A place on the axis that was clicked. */
  onPick?: (x: number) => void;
  onHover?: (x: number | null) => void;
  /** Buttons in the head; they are given the element that is drawn into. */
  actions?: (box: RefObject<HTMLDivElement | null>) => ReactNode;
  isLarge?: boolean;
  /** Its job was ended before its last step, and the line does not have the colour of a running job. */
  isStopped?: boolean;
  /** Whether nothing more comes. */
  isEnded?: boolean;
  /** What its values are, in a sentence. */
  note?: string | null;
};

/** A metric as a curve. Where a point stands for several steps, a band from their least to their greatest lies around it. */
export function MetricChart(props: MetricChartProps) {
  const {
    title,
    lines,
    view,
    extent = null,
    checkpoints = NONE,
    actions,
    isLarge = false,
    isStopped = false,
    isEnded = false,
    note = null,
  } = props;
  const inks = isStopped ? [STOPPED_INK] : lines.length > 1 ? LINE_INKS : LINE_INKS.slice(0, 1);
  const box = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const frame = useMemo(() => chartFrame(lines, view, extent), [lines, view, extent]);
  const shown = useMemo(
    (): Shown => ({ frame, view, writeX: axisFormat(view.x), writeY: formatMetric, marks: checkpoints }),
    [frame, view, checkpoints],
  );
  const isFailed = useDrawing(box, {
    ...props,
    shown,
    onHover: (x) => {
      setHovered(x);
      props.onHover?.(x);
    },
  });
  const notes = [...(checkpoints.length > 0 ? ["Dashed: interim checkpoints"] : []), ...notesOf(frame)].join(
    " · ",
  );
  return (
    <figure className={isLarge ? "col-span-full min-w-0" : "min-w-0"}>
      <div className="mb-1 flex min-h-7 flex-wrap items-baseline gap-x-3">
        <h2 className="min-w-0 truncate text-sm">{title}</h2>
        <p aria-hidden="true" className="min-w-0 flex-1 truncate text-right text-muted text-xs tabular-nums">
          {lines.length === 1 ? lineReadout(frame.marks[0] ?? [], hovered, view) : null}
        </p>
        {actions ? <span className="self-center">{actions(box)}</span> : null}
      </div>
      {lines.length > 1 ? (
        <LinesReadout lines={lines} frame={frame} view={view} hovered={hovered} isEnded={isEnded} />
      ) : null}
      {isFailed ? (
        <p className="text-muted text-sm">
          This browser could not draw the curve. Its values are in the table below.
        </p>
      ) : null}
      <div
        ref={box}
        hidden={isFailed}
        role="img"
        aria-label={`${title} by ${view.unit ?? view.x}, ${linesInWords(lines, frame, view.unit)}`}
        className={`${isLarge ? "h-[56vh]" : "h-[190px]"} w-full min-w-0 overflow-hidden ${props.onPick ? "[&_.u-over]:cursor-pointer" : ""}`}
      >
        {/* Never seen; the canvas takes its colours and its font from them, in either theme. */}
        {inks.map((ink) => (
          <span key={ink} data-ink="line" className={`hidden ${ink}`} />
        ))}
        <span data-ink="text" className="hidden text-faint" />
        <span data-ink="grid" className="hidden text-line" />
      </div>
      <figcaption className="flex flex-wrap items-baseline gap-x-3 text-faint text-xs">
        <PointTable title={title} lines={lines} unit={view.unit} />
        {notes ? <span>{notes}</span> : null}
        {note ? <span className="basis-full">{note}</span> : null}
      </figcaption>
    </figure>
  );
}

const NONE: readonly number[] = [];

/** What a reader must know lest the picture mislead. */
function notesOf({ beyond, unshown }: { beyond: number; unshown: number }): string[] {
  return [
    ...(beyond > 0 ? [`${countOf(beyond, "point")} beyond the edge`] : []),
    ...(unshown > 0 ? [`${countOf(unshown, "point")} at or below 0 not shown on a log scale`] : []),
  ];
}

type DrawingInput = Pick<MetricChartProps, "lines" | "syncKey" | "onZoom" | "onPick" | "isStopped"> & {
  shown: Shown;
  onHover: (x: number | null) => void;
};

/** Draws into the box. Answers whether that failed. */
function useDrawing(box: RefObject<HTMLDivElement | null>, input: DrawingInput): boolean {
  const { shown, syncKey, lines } = input;
  const { logX, logY } = shown.view;
  const plot = useRef<UPlot | null>(null);
  const latest = useRef(shown);
  const [isFailed, setFailed] = useState(false);
  const hover = useEffectEvent(input.onHover);
  const zoom = useEffectEvent(input.onZoom);
  const pick = useEffectEvent((x: number) => input.onPick?.(x));
  const count = lines.length;
  // The number of lines, their colours and the kind of the scales are fixed in a drawing.
  const structure = `${count} ${input.isStopped} ${logX} ${logY}`;
  useEffect(() => {
    latest.current = shown;
    plot.current?.setData(alignedData(shown.frame));
  }, [shown]);
  useEffect(() => {
    const element = box.current;
    if (!element || structure === "") return;
    const gone = new AbortController();
    const acts = { onHover: hover, onZoom: zoom, onPick: pick };
    loadPlot().then(
      (Plot) => {
        if (gone.signal.aborted) return;
        plot.current = drawChart(element, {
          Plot,
          shown: () => latest.current,
          acts,
          syncKey,
          gone: gone.signal,
        });
      },
      () => setFailed(true),
    );
    return () => {
      gone.abort();
      plot.current = null;
    };
  }, [box, syncKey, structure]);
  return isFailed;
}
