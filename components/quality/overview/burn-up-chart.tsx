import type { BurnUp } from "#components/quality/quality-queries.ts";
import { roughDuration } from "#components/queues/parts/rough-duration.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { type BurnUpShape, burnUpShape, type Place } from "./burn-up-shape.ts";

const WIDTH = 1000;
const HEIGHT = 200;

/** Answers given against answers wanted, and the band in which the end lies. The words below say the same. */
export function BurnUpChart({ burnUp }: { burnUp: BurnUp }) {
  const shape = burnUpShape(burnUp);
  if (!shape || isEmpty(burnUp)) return <p className="text-faint">{EMPTY_TEXT}</p>;
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex shrink-0 flex-col justify-between text-right text-2xs text-faint tabular-nums"
        >
          <span>{formatCount(shape.most)}</span>
          <span>0</span>
        </div>
        <Lines shape={shape} />
      </div>
      <div aria-hidden="true" className="flex justify-between pl-8 text-2xs text-faint">
        <span>{day(shape.from)}</span>
        <span>{day(shape.to)}</span>
      </div>
      <figcaption className="text-muted text-sm">{burnUpText(burnUp)}</figcaption>
    </figure>
  );
}

function Lines({ shape }: { shape: BurnUpShape }) {
  const { given, wanted, band, middle } = shape;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-40 min-w-0 flex-1 overflow-visible border-line border-b border-l"
    >
      {band ? (
        <polygon points={pointsOf([band.from, band.early, band.late])} className="fill-accent-tint" />
      ) : null}
      <polyline points={stepsOf(wanted)} className={`${LINE} stroke-edge`} strokeDasharray="2 4" />
      <polyline points={pointsOf(given)} className={`${LINE} stroke-accent`} />
      {middle ? (
        <polyline
          points={pointsOf([middle.from, middle.to])}
          className={`${LINE} stroke-accent`}
          strokeDasharray="6 4"
        />
      ) : null}
    </svg>
  );
}

const LINE = "fill-none stroke-2 [vector-effect:non-scaling-stroke]";

function pointsOf(places: readonly Place[]): string {
  return places.map(({ x, y }) => `${(x * WIDTH).toFixed(1)},${(y * HEIGHT).toFixed(1)}`).join(" ");
}

/** What is wanted jumps when items are added. */
function stepsOf(places: readonly Place[]): string {
  return pointsOf(
    places.flatMap((place, i) => {
      const before = places[i - 1];
      return before ? [{ x: place.x, y: before.y }, place] : [place];
    }),
  );
}

const EMPTY_TEXT = "The queue is empty. The chart begins with the first item.";

/** Nothing is wanted, and nothing ever was. */
function isEmpty({ points }: BurnUp): boolean {
  return points.every(({ given, wanted }) => given === 0 && wanted === 0);
}

/** The chart in words, for everyone. */
export function burnUpText(burnUp: BurnUp): string {
  const { points, forecast } = burnUp;
  const last = points.at(-1);
  if (!last || isEmpty(burnUp)) return EMPTY_TEXT;
  const counts = `${formatCount(last.given)} of ${formatCount(last.wanted)} answers given.`;
  if (last.given >= last.wanted) return `${counts} All are in.`;
  const { early, middle, late, answersPerHour } = forecast;
  if (answersPerHour === null) return `${counts} It is too early to foretell the end.`;
  if (!middle) return counts;
  const band = early && late ? ` (between ${away(early)} and ${away(late)})` : "";
  return `${counts} With pauses as they were, all will be in ${away(middle)} from now${band}.`;
}

function away(at: Date): string {
  return roughDuration(at.getTime() - Date.now());
}

function day(at: Date): string {
  return at.toLocaleDateString("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}
