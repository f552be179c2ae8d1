import { visibleText } from "#components/ui/text/visible-text.ts";

/** A passage of a text, as it is drawn. Offsets are in UTF-16 units. */
export type Mark = {
  key: string;
  start: number;
  end: number;
  /** The name that stands before it. */
  tag: string;
  /** Its colour, from 0; 10 and more are dashed. */
  hue: number;
};

/** A mark with the line under it that is its own, from 0: marks that overlap have different ones. */
export type LanedMark = Mark & { lane: number };

/** A run of text with the same marks over all of it, outermost first. */
export type Segment = {
  start: number;
  end: number;
  /** What is shown, which may be longer than what it stands for. */
  text: string;
  /** Whether it is shown as something else, and offsets inside it mean nothing. */
  isSolid: boolean;
  marks: readonly LanedMark[];
};

/** Puts marks in the order of the text, each on the first line that is free where it begins. */
export function inLanes(marks: readonly Mark[]): LanedMark[] {
  const ends: number[] = [];
  return marks
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((mark) => {
      const free = ends.findIndex((end) => end <= mark.start);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = mark.end;
      return { ...mark, lane };
    });
}

/** Characters that must not be drawn as they are: those that turn the direction of text, and ends of lines that a page may swallow. */
const SOLID = /[\r\u202a-\u202e\u2066-\u2069]/g;

/** The part of a text from `from` on, cut where marks begin and end. */
export function segmentsOf(part: string, from: number, marks: readonly LanedMark[]): Segment[] {
  const to = from + part.length;
  const own = marks.filter(({ start, end }) => start < to && end > from);
  const solid = [...part.matchAll(SOLID)].map(({ index }) => from + index);
  const cuts = new Set([from, ...solid, ...solid.map((at) => at + 1)]);
  for (const { start, end } of own) for (const at of [start, end]) if (at > from && at < to) cuts.add(at);
  const starts = [...cuts].filter((at) => at < to).sort((a, b) => a - b);
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? to;
    const raw = part.slice(start - from, end - from);
    const isSolid = solid.includes(start);
    const over = own.filter((mark) => mark.start <= start && mark.end >= end);
    // The line of lane 0 is the nearest to the text.
    const outermostFirst = over.toSorted((a, b) => b.lane - a.lane);
    return { start, end, text: isSolid ? shown(raw) : raw, isSolid, marks: outermostFirst };
  });
}

function shown(raw: string): string {
  return raw === "\r" ? "" : visibleText(raw);
}
