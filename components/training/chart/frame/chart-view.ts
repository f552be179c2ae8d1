import type { SearchPatch } from "#components/layout/state/address.ts";
import { X_AXES, type XAxis } from "./step-axis.ts";

/** What of an axis is seen, in its own unit. */
export type Range = { readonly from: number; readonly to: number };

/** How all charts of a page are drawn. */
export type ChartView = {
  readonly x: XAxis;
  /** What a step is called, where it is not a step of a job. */
  readonly unit?: string;
  /** Weight of what came before, from 0 to 0.99. */
  readonly smoothing: number;
  readonly logX: boolean;
  readonly logY: boolean;
  /** Leaves outliers out of the vertical range. */
  readonly clip: boolean;
  /** Whether the values are shares, whose axis goes from 0 to 1. */
  readonly isShare?: boolean;
  /** Whether the first of several lines has its band too, where the others are levels beside it. */
  readonly isFirstBanded?: boolean;
  /** Null shows everything. */
  readonly zoom: Range | null;
};

export const MAX_SMOOTHING = 0.99;

/** Reads the view from an address. */
export function readChartView(get: (name: string) => string | null): ChartView {
  return {
    x: X_AXES.find((axis) => axis === get("x")) ?? "step",
    smoothing: Math.min(MAX_SMOOTHING, Math.max(0, numberIn(get("smooth")) ?? 0)),
    logX: get("logx") === "1",
    logY: get("logy") === "1",
    clip: get("clip") === "1",
    zoom: rangeIn(numberIn(get("from")), numberIn(get("to"))),
  };
}

/** The view after a change. Another axis shows everything again, as its numbers mean something else. */
export function changedView(view: ChartView, change: Partial<ChartView>): ChartView {
  const isOtherAxis = change.x !== undefined && change.x !== view.x;
  return { ...view, ...change, ...(isOtherAxis ? { zoom: null } : {}) };
}

/** A view as part of an address; defaults are left out. */
export function addressOf({ x, smoothing, logX, logY, clip, zoom }: ChartView): SearchPatch {
  return {
    x: x === "step" ? null : x,
    smooth: smoothing > 0 ? String(smoothing) : null,
    logx: logX ? "1" : null,
    logy: logY ? "1" : null,
    clip: clip ? "1" : null,
    from: zoom ? shortNumber(zoom.from) : null,
    to: zoom ? shortNumber(zoom.to) : null,
  };
}

function rangeIn(from: number | null, to: number | null): Range | null {
  return from !== null && to !== null && from < to ? { from, to } : null;
}

function numberIn(text: string | null): number | null {
  const value = Number(text);
  return text && Number.isFinite(value) ? value : null;
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(8)));
}
