import { JsonLines } from "#lib/contract/json-lines.ts";
import { type Range, walkContainer } from "./walk-container.internal.ts";

export type LongJson = {
  /** UTF-8. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The end of every list and object of at least `pieceBytes`, by its start, as `JsonScan` found them. */
  large: ReadonlyMap<number, number>;
  /** How much is parsed at once, unless a single text or number is longer. */
  pieceBytes: number;
};

/**
 * As `JSON.parse` of the bytes, with one difference: a large list under the key `longList` of the outermost object is checked a piece at
 * a time and comes as `JsonLines`, so that its values are never in memory together. The lines refer to the bytes themselves, which are
 * changed for it. Throws a `SyntaxError`, with the bytes as they were, where they are no JSON.
 */
export function readLongJson(json: LongJson, longList: string): unknown {
  const { bytes, large } = json;
  const from = startOf(bytes);
  const to = large.get(from);
  if (to === undefined || bytes[from] !== OPEN_BRACE) return JSON.parse(decoded(bytes, afterMark(bytes)));
  if (firstInked(bytes, to) < bytes.length) throw new SyntaxError("The JSON continues after its end");
  const { value, children, byKey } = readOutermost(json, { from, to });
  const list = byKey.get(longList);
  const lines = list && bytes[list.from] === OPEN_BRACKET ? list : null;
  const parsed = new Set<Range>();
  for (const [key, child] of byKey) {
    if (child === lines) continue;
    define(value, key, JSON.parse(decoded(bytes, child.from, child.to)));
    parsed.add(child);
  }
  for (const child of children) if (!parsed.has(child)) check(json, child);
  // Last, because it changes the bytes.
  if (lines) define(value, longList, toLines(json, lines));
  return value;
}

type Outermost = {
  value: object;
  /** All large values in it, those included that a second value of their key has replaced. */
  children: Range[];
  byKey: Map<string, Range>;
};

/** Parses the outermost object with a mark in the place of each large value. */
function readOutermost(json: LongJson, range: Range): Outermost {
  const mark = `${crypto.randomUUID()} `;
  const children: Range[] = [];
  let text = "";
  let at = range.from;
  walkContainer(json, range, {
    child: (child) => {
      // As a list, which cannot be a key, so that a value in a key's place is still refused.
      text += `${decoded(json.bytes, at, child.from)}["${mark}${children.push(child) - 1}"]`;
      at = child.to;
    },
  });
  const value: object = JSON.parse(text + decoded(json.bytes, at, range.to));
  const byKey = new Map<string, Range>();
  for (const [key, element] of Object.entries(value)) {
    const child = children[placeIn(element, mark)];
    if (child) byKey.set(key, child);
  }
  return { value, children, byKey };
}

function placeIn(value: unknown, mark: string): number {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === "string" && first.startsWith(mark) ? Number(first.slice(mark.length)) : -1;
}

/** Keeps the place of a key that is there; `__proto__` is a key as any other. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Throws a `SyntaxError` where a large list or object is no JSON: its elements are parsed some at a time, and dropped. */
function check(json: LongJson, range: Range): void {
  const { bytes, pieceBytes } = json;
  const [open, close] = bytes[range.from] === OPEN_BRACKET ? "[]" : "{}";
  if (bytes[range.to - 1] !== close?.charCodeAt(0))
    throw new SyntaxError("A bracket is closed by one of another kind");
  let text = `${open}`;
  let at = range.from + 1;
  let pieceFrom = at;
  const parsePiece = (end: number) => {
    const isAll = pieceFrom === range.from + 1 && end === range.to - 1;
    const piece: object = JSON.parse(`${text}${decoded(bytes, at, end)}${close}`);
    if (!isAll && isEmpty(piece)) throw new SyntaxError("A value is missing next to a comma");
    text = `${open}`;
    at = end + 1;
    pieceFrom = at;
  };
  walkContainer(json, range, {
    comma: (comma) => {
      if (comma - pieceFrom >= pieceBytes) parsePiece(comma);
    },
    child: (child) => {
      check(json, child);
      text += `${decoded(bytes, at, child.from)}[]`;
      at = child.to;
    },
  });
  parsePiece(range.to - 1);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** One element a line: white space that would end a line becomes a blank, and the commas between elements become ends of lines. */
function toLines(json: LongJson, range: Range): JsonLines {
  const { bytes } = json;
  const inside = bytes.subarray(range.from + 1, range.to);
  if (firstInked(inside, 0) === inside.length - 1) return new JsonLines(inside.subarray(0, 0), 0);
  for (const end of [LINE_FEED, CARRIAGE_RETURN])
    for (let at = inside.indexOf(end); at >= 0; at = inside.indexOf(end, at + 1)) inside[at] = BLANK;
  let count = 1;
  walkContainer(json, range, {
    comma: (at) => {
      bytes[at] = LINE_FEED;
      count++;
    },
  });
  inside[inside.length - 1] = LINE_FEED;
  return new JsonLines(inside, count);
}

/** Where the value begins. */
function startOf(bytes: Uint8Array): number {
  return firstInked(bytes, afterMark(bytes));
}

/** A byte order mark before a text is passed over. */
function afterMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The first byte from `at` on that is not white space, or the end. */
function firstInked(bytes: Uint8Array, at: number): number {
  let i = at;
  while (i < bytes.length && WHITE.includes(bytes[i] ?? 0)) i++;
  return i;
}

function decoded(bytes: Uint8Array, from: number, to?: number): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
}

const [OPEN_BRACE, OPEN_BRACKET] = [0x7b, 0x5b];
const [LINE_FEED, CARRIAGE_RETURN, BLANK] = [0x0a, 0x0d, 0x20];
const WHITE = [0x20, 0x09, LINE_FEED, CARRIAGE_RETURN];
