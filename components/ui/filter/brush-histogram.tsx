"use client";

import { type PointerEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { formatCount } from "#components/ui/text/format.ts";

/** From `from` up to and without `to`. */
export type HistogramBucket = { from: number; to: number; count: number };
/** Inclusive bounds; null where there is none. */
export type HistogramRange = { min: number | null; max: number | null };

type BrushHistogramProps = {
  label: string;
  /** All ranges that can be chosen, drawn faintly; undefined while they load. */
  buckets: readonly HistogramBucket[] | undefined;
  /** Those of what is shown at the moment, drawn over them. */
  shown: readonly HistogramBucket[] | undefined;
  value: HistogramRange;
  onValueChange: (range: HistogramRange) => void;
  /** How the ends of the axis are written: `1.5 s`. */
  format: (value: number) => string;
  /** What the number fields count: `turns`, `ms`. */
  unit: string;
  /** The greatest value below the end of a range, such as `to - 1` for whole numbers. */
  lastIn: (to: number) => number;
};

/** Histogram with a range brush. Two number fields set the same range by keyboard. */
export function BrushHistogram(props: BrushHistogramProps) {
  const { label, buckets, value, onValueChange, unit } = props;
  const isBounded = value.min !== null || value.max !== null;
  return (
    <fieldset aria-label={label} className="min-w-0">
      <div className="flex h-7 items-center justify-between gap-2">
        <p aria-hidden="true" className="truncate text-muted text-xs">
          {label}
        </p>
        {isBounded ? (
          <Button size="sm" variant="ghost" onClick={() => onValueChange({ min: null, max: null })}>
            Reset
          </Button>
        ) : null}
      </div>
      {buckets && buckets.length > 0 ? (
        <Bars {...props} buckets={buckets} />
      ) : (
        <div className="h-14 rounded-sm bg-sunken" />
      )}
      <div className="mt-1.5 flex items-center gap-1.5 text-faint text-xs">
        <BoundInput
          label={`${label}, at least`}
          value={value.min}
          onCommit={(min) => onValueChange({ ...value, min })}
        />
        <span aria-hidden="true">to</span>
        <BoundInput
          label={`${label}, at most`}
          value={value.max === null ? null : Math.floor(value.max)}
          onCommit={(max) => onValueChange({ ...value, max })}
        />
        <span className="shrink-0">{unit}</span>
      </div>
    </fieldset>
  );
}

const HEIGHT = 56;

function Bars(props: BrushHistogramProps & { buckets: readonly HistogramBucket[] }) {
  const { buckets, shown, value, onValueChange, format, lastIn } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const most = Math.max(...buckets.map(({ count }) => count), 1);
  const countsNow = new Map((shown ?? []).map(({ from, count }) => [from, count]));
  const placeAt = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const place = Math.floor(((event.clientX - box.left) / box.width) * buckets.length);
    return Math.max(0, Math.min(buckets.length - 1, place));
  };
  const finish = () => {
    if (!drag) return;
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    const [low, high] = [buckets[first], buckets[last]];
    setDrag(null);
    if (low && high) onValueChange({ min: low.from, max: lastIn(high.to) });
  };
  const isChosen = (bucket: HistogramBucket, place: number) =>
    drag
      ? place >= Math.min(drag.from, drag.to) && place <= Math.max(drag.from, drag.to)
      : bucket.from >= (value.min ?? 0) && lastIn(bucket.to) <= (value.max ?? Number.POSITIVE_INFINITY);
  return (
    <div>
      <svg
        ref={svg}
        role="img"
        aria-label={inWords(buckets, format)}
        viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const place = placeAt(event);
          setDrag({ from: place, to: place });
        }}
        onPointerMove={(event) => {
          if (drag) setDrag({ ...drag, to: placeAt(event) });
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
        className="block h-14 w-full cursor-crosshair touch-none border-line border-b"
      >
        {buckets.map((bucket, place) => (
          <BarPair
            key={bucket.from}
            place={place}
            title={`${format(bucket.from)} – ${format(lastIn(bucket.to))}: ${formatCount(bucket.count)}`}
            isChosen={(drag !== null || isSet(value)) && isChosen(bucket, place)}
            all={bucket.count / most}
            shown={(countsNow.get(bucket.from) ?? 0) / most}
          />
        ))}
      </svg>
      <div aria-hidden="true" className="flex justify-between gap-2 text-2xs text-faint">
        <span>{format(buckets[0]?.from ?? 0)}</span>
        <span>{format(lastIn(buckets.at(-1)?.to ?? 0))}</span>
      </div>
    </div>
  );
}

type BarPairProps = { place: number; title: string; isChosen: boolean; all: number; shown: number };

function BarPair({ place, title, isChosen, all, shown }: BarPairProps) {
  return (
    <g>
      <title>{title}</title>
      {/* The whole height, so that also short bars can be pointed at. */}
      <rect
        x={place}
        width="1"
        height={HEIGHT}
        className={isChosen ? "fill-accent-tint" : "fill-transparent"}
      />
      <Bar place={place} share={all} className="fill-pressed" />
      <Bar place={place} share={shown} className="fill-accent" />
    </g>
  );
}

function Bar({ place, share, className }: { place: number; share: number; className: string }) {
  // What there is at all stays visible beside what there is most of.
  const height = share > 0 ? Math.max(2, share * (HEIGHT - 4)) : 0;
  return <rect x={place + 0.08} y={HEIGHT - height} width="0.84" height={height} className={className} />;
}

function isSet({ min, max }: HistogramRange): boolean {
  return min !== null || max !== null;
}

function inWords(buckets: readonly HistogramBucket[], format: (value: number) => string): string {
  return buckets
    .filter(({ count }) => count > 0)
    .map(({ from, count }) => `${formatCount(count)} from ${format(from)}`)
    .join(", ");
}

type BoundInputProps = { label: string; value: number | null; onCommit: (value: number | null) => void };

/** Takes effect on Enter and when it is left, so that no half-typed number narrows the list. */
function BoundInput({ label, value, onCommit }: BoundInputProps) {
  const written = value === null ? "" : String(value);
  const [typed, setTyped] = useState(written);
  const [known, setKnown] = useState(written);
  if (written !== known) {
    setKnown(written);
    setTyped(written);
  }
  const commit = () => {
    const number = typed.trim() === "" ? null : Number(typed);
    if (typed === known || (number !== null && !(number >= 0))) return setTyped(known);
    onCommit(number);
  };
  return (
    <Input
      type="number"
      inputMode="numeric"
      min={0}
      aria-label={label}
      className="h-7! px-2! text-xs! tabular-nums"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
