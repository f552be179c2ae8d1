import type { BurnUp } from "#components/quality/quality-queries.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { type BurnUpShape, burnUpShape, type Place } from "./burn-up-shape.ts";
import { burnUpText, EMPTY_TEXT, isEmpty, momentText } from "./burn-up-text.ts";

const WIDTH = 1000;
const HEIGHT = 200;

/** `hoursLeft` is the work that is left, as everything that shows it has it. */
type BurnUpChartProps = { burnUp: BurnUp; hoursLeft: number | null };

/** What is given against what is wanted, and the band in which the end lies. The words below say the same. */
export function BurnUpChart({ burnUp, hoursLeft }: BurnUpChartProps) {
  const shape = burnUpShape(burnUp);
  if (!shape || isEmpty(burnUp)) return <p className="text-faint">{EMPTY_TEXT}</p>;
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1">
        <div
          aria-hidden="true"
          className="flex flex-col justify-between text-right text-2xs text-faint tabular-nums"
        >
          <span>{formatCount(shape.most)}</span>
          <span>0</span>
        </div>
        <Lines shape={shape} />
        <div aria-hidden="true" className="col-start-2 flex justify-between text-2xs text-faint">
          <span>{momentText(shape.from)}</span>
          <span>{momentText(shape.to)}</span>
        </div>
      </div>
      <figcaption className="text-muted text-sm">{burnUpText(burnUp, hoursLeft)}</figcaption>
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
      className="block h-40 w-full overflow-visible border-line border-b border-l"
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
