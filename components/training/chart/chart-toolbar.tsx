"use client";

import clsx from "clsx";
import { ZoomOut } from "lucide-react";
import { useId } from "react";
import { axisFormat } from "#components/training/chart/frame/axis-format.ts";
import { type ChartView, MAX_SMOOTHING } from "#components/training/chart/frame/chart-view.ts";
import { X_AXES, type XAxis } from "#components/training/chart/frame/step-axis.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Select } from "#components/ui/field/select.tsx";

type ChartToolbarProps = {
  view: ChartView;
  onChange: (change: Partial<ChartView>) => void;
  /** Jobs that count no tokens have no axis of tokens. */
  hasTokens: boolean;
};

/** The browsers' own track stays light in the dark. */
const SLIDER = clsx(
  "h-1.5 w-28 appearance-none rounded-full bg-edge/60",
  "[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent",
  "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent",
);

const AXIS_LABELS: { [A in XAxis]: string } = {
  step: "By training step",
  tokens: "By tokens",
  time: "By time",
};

/** One set of controls for all charts of a page. */
export function ChartToolbar({ view, onChange, hasTokens }: ChartToolbarProps) {
  const { zoom, smoothing } = view;
  const slider = useId();
  const write = axisFormat(view.x);
  return (
    <div
      role="toolbar"
      aria-label="How the charts are drawn"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 text-sm"
    >
      <span className="w-40">
        <Select
          size="sm"
          aria-label="Horizontal axis"
          value={view.x}
          onValueChange={(x) => onChange({ x: X_AXES.find((axis) => axis === x) ?? "step" })}
          options={X_AXES.map((value) => ({
            value,
            label: AXIS_LABELS[value],
            disabled: value === "tokens" && !hasTokens,
          }))}
        />
      </span>
      <span className="inline-flex items-center gap-2">
        <label htmlFor={slider} className="text-muted">
          Smoothing
        </label>
        <input
          id={slider}
          type="range"
          min={0}
          max={MAX_SMOOTHING}
          step={0.01}
          value={smoothing}
          onChange={(event) => onChange({ smoothing: Number(event.target.value) })}
          className={SLIDER}
        />
        <output htmlFor={slider} className="w-8 text-muted text-xs tabular-nums">
          {smoothing === 0 ? "off" : smoothing.toFixed(2)}
        </output>
      </span>
      <Checkbox label="Log X" checked={view.logX} onCheckedChange={(logX) => onChange({ logX })} />
      <Checkbox label="Log Y" checked={view.logY} onCheckedChange={(logY) => onChange({ logY })} />
      <Checkbox label="Clip outliers" checked={view.clip} onCheckedChange={(clip) => onChange({ clip })} />
      {zoom ? (
        <Button size="sm" icon={<ZoomOut />} onClick={() => onChange({ zoom: null })}>
          Show all
          <span className="font-normal text-muted">
            now {write(Math.round(zoom.from))}–{write(Math.round(zoom.to))}
          </span>
        </Button>
      ) : (
        <span className="text-faint text-xs max-md:hidden">Drag over a chart to zoom in</span>
      )}
    </div>
  );
}
