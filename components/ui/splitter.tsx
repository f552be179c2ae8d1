"use client";

import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";

const STEP_PX = 16;

type SplitterProps = {
  /** What it makes wider or higher: `Width of the form`. */
  label: string;
  /** A vertical one stands between columns, a horizontal one between rows. */
  orientation: "vertical" | "horizontal";
  /** Size of the pane that it belongs to, in pixels. */
  value: number;
  min: number;
  max: number;
  /** Whether the pane lies after it, so that moving towards the start makes it larger. */
  isPaneAfter?: boolean;
  /** The size that a double click or Enter goes back to. */
  usual: number;
  onChange: (value: number) => void;
  className?: string;
};

/** Resizes a pane, by pointer and by arrow keys, Home and End. */
export function Splitter(props: SplitterProps) {
  const { label, orientation, value, min, max, usual, onChange, className } = props;
  const drag = useRef<{ from: number; value: number } | null>(null);
  const clamp = (size: number) => Math.round(Math.min(Math.max(size, min), max));
  const isVertical = orientation === "vertical";
  const at = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={clamp(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={(event) => {
        const next = sizeAfterKey(event, props);
        if (next === null) return;
        event.preventDefault();
        onChange(clamp(next));
      }}
      onDoubleClick={() => onChange(clamp(usual))}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: at(event), value };
      }}
      onPointerMove={(event) => {
        if (!drag.current) return;
        const moved = at(event) - drag.current.from;
        onChange(clamp(drag.current.value + (props.isPaneAfter ? -moved : moved)));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      className={clsx(
        "relative z-10 shrink-0 touch-none bg-line transition-colors hover:bg-accent focus-visible:bg-accent focus-visible:outline-none active:bg-accent",
        isVertical
          ? "w-px cursor-col-resize before:absolute before:inset-y-0 before:-inset-x-1"
          : "h-px cursor-row-resize before:absolute before:inset-x-0 before:-inset-y-2",
        className,
      )}
    />
  );
}

function sizeAfterKey(
  event: KeyboardEvent,
  { orientation, value, min, max, isPaneAfter, usual }: SplitterProps,
) {
  const [less, more] = orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  const step = isPaneAfter ? -STEP_PX : STEP_PX;
  if (event.key === less) return value - step;
  if (event.key === more) return value + step;
  if (event.key === "Home") return min;
  if (event.key === "End") return max;
  return event.key === "Enter" ? usual : null;
}
