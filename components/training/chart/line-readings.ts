import type { MetricPoint } from "#components/run/metrics/metric-points.ts";
import {
  type ChartLine,
  type Frame,
  type Mark,
  nearestMark,
} from "#components/training/chart/frame/chart-frame.ts";
import type { ChartView } from "#components/training/chart/frame/chart-view.ts";
import { stepsText } from "./line-texts.ts";

/** What is read of a line. */
export type LineReading = {
  /** Null where it has none. */
  readonly value: number | null;
  /** Its step, where not all lines are read at the same one. */
  readonly place: string | null;
  /** From the first line; null of that one, and where the two have no step in common. */
  readonly difference: Difference | null;
};

type Difference = {
  readonly value: number;
  /** The step of both values, where it is not the one that is read. */
  readonly place: string | null;
};

type Asked = { view: ChartView; hovered: number | null };

/** Each line at the cursor, or at its newest step. Values are subtracted of the same step alone: the newest that the two have in common up to what is read. */
export function lineReadings(
  lines: readonly ChartLine[],
  { marks }: Pick<Frame, "marks">,
  { view, hovered }: Asked,
): LineReading[] {
  const read = marks.map((some) => (hovered === null ? (some.at(-1) ?? null) : nearestMark(some, hovered)));
  const stepped = read.filter((mark, at) => mark !== null && !lines[at]?.isLevel);
  const isOneStep = stepped.every((mark) => mark && stepped[0] && isSame(mark.point, stepped[0].point));
  return read.map((mark, at): LineReading => {
    if (mark === null) return { value: null, place: null, difference: null };
    const isNamed = !isOneStep && !lines[at]?.isLevel;
    return {
      value: readOf(mark),
      place: isNamed ? stepsText(mark.point, view.unit) : null,
      difference: at === 0 ? null : differenceOf(at, mark),
    };
  });

  function differenceOf(at: number, mark: Mark): Difference | null {
    const first = read[0];
    if (!first) return null;
    if (lines[at]?.isLevel || isSame(mark.point, first.point) || isSamePlace(at))
      return { value: readOf(mark) - readOf(first), place: null };
    return common(marks[0] ?? [], upTo(marks[at] ?? [], mark));
  }

  /** Of jobs along time or tokens the place under the cursor is what they share, whatever their steps are. */
  function isSamePlace(at: number): boolean {
    return hovered !== null && view.x !== "step" && lines[at]?.axis !== lines[0]?.axis;
  }

  /** The last mark that lies in one of the first line. */
  function common(firsts: readonly Mark[], own: readonly Mark[]): Difference | null {
    for (const mark of own.toReversed()) {
      const base = firsts.find(({ point }) => holds(point, mark.point) || holds(mark.point, point));
      if (!base) continue;
      const wider = holds(base.point, mark.point) ? base : mark;
      return { value: readOf(mark) - readOf(base), place: stepsText(wider.point, view.unit) };
    }
    return null;
  }
}

function upTo(marks: readonly Mark[], last: Mark): readonly Mark[] {
  return marks.slice(0, marks.indexOf(last) + 1);
}

function readOf({ smooth, point }: Mark): number {
  return smooth ?? point.mean;
}

function isSame(a: MetricPoint, b: MetricPoint): boolean {
  return a.firstStep === b.firstStep && a.lastStep === b.lastStep;
}

/** Whether all steps of a point are among those of another. */
function holds(wide: MetricPoint, narrow: MetricPoint): boolean {
  return wide.firstStep <= narrow.firstStep && narrow.lastStep <= wide.lastStep;
}
