import clsx from "clsx";
import type { Tone } from "#components/ui/button/badge.tsx";

export type ProgressSegment = { value: number; tone: Tone };

const FILLS: { [T in Tone]: string } = {
  neutral: "fill-edge",
  accent: "fill-accent",
  success: "fill-success",
  warning: "fill-warning",
  danger: "fill-danger",
};

type ProgressBarProps = {
  /** What is progressing, with its numbers in words: `12 of 40 items completed`. */
  label: string;
  total: number;
  segments: readonly ProgressSegment[];
  className?: string;
};

/** Parts of a whole. Drawn as SVG, whose geometry is attributes: the content policy forbids inline styles. */
export function ProgressBar({ label, total, segments, className }: ProgressBarProps) {
  const done = segments.reduce((sum, segment) => sum + segment.value, 0);
  const scale = total > 0 ? 100 / Math.max(total, done) : 0;
  const starts = segments.map((_, i) =>
    segments.slice(0, i).reduce((sum, segment) => sum + segment.value, 0),
  );
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      aria-valuetext={label}
      className={clsx("h-1.5 min-w-12 overflow-hidden rounded-full bg-pressed", className)}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="block size-full">
        {segments.map((segment, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: segments are positional; their order is their identity.
            key={i}
            x={(starts[i] ?? 0) * scale}
            width={segment.value * scale}
            height="1"
            className={FILLS[segment.tone]}
          />
        ))}
      </svg>
    </div>
  );
}
