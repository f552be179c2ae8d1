import { isDict } from "#lib/contract/fields.ts";
import { callValueAt } from "#lib/contract/traces/call-value-at.ts";

/**
 * Passages of a call's texts under labels. A field asks for them where its JSON Schema is a list and says `"x-spans": true`; its labels are
 * the `enum` of the items' `label`. Desk and service go by these functions.
 */

export const SPANS_KEYWORD = "x-spans";

/** `path` names a text of the call, such as `output.content`; `start` and `end` are offsets in its UTF-16 units, `quote` is the text between them. */
export type Span = { path: string; start: number; end: number; quote: string; label: string };

/** In one answer. */
export const MAX_SPANS = 200;
/** In UTF-16 units. */
export const MAX_QUOTED = 20_000;
export const MAX_SPAN_LABELS = 20;

/** What of a call can be marked. */
export type SpanDocuments = { inputs: unknown; output: unknown };

/** What is wrong with an answer; `at` is the place below its value. */
export type SpanFault = { at: (string | number)[]; text: string };

export function asksForSpans(schema: unknown): boolean {
  return isDict(schema) && schema[SPANS_KEYWORD] === true && schema.type === "array";
}

const SPAN_PROPERTIES = ["path", "start", "end", "quote", "label"] as const;

/** What the field's schema itself names for a mark, which may be more than every mark has. */
function ownProperties(schema: unknown): string[] {
  const items = isDict(schema) ? schema.items : null;
  return isDict(items) && isDict(items.properties) ? Object.keys(items.properties) : [];
}

/** The schema of a mark's label, which has the labels as its options. */
export function spanLabelSchema(schema: unknown): Record<string, unknown> {
  const items = isDict(schema) ? schema.items : null;
  const properties = isDict(items) && isDict(items.properties) ? items.properties : {};
  return isDict(properties.label) ? properties.label : {};
}

/** The text at a path; null where none can be marked there. */
export function markableText({ inputs, output }: SpanDocuments, path: string): string | null {
  if (!/^(inputs|output)(\.|$)/.test(path)) return null;
  const value = callValueAt({ inputs, output }, path);
  return typeof value === "string" ? value : null;
}

/** Whether a span still marks the same text: a call can be recorded again. */
export function spanStands(documents: SpanDocuments, { path, start, end, quote }: Span): boolean {
  const text = markableText(documents, path);
  return text !== null && end <= text.length && text.slice(start, end) === quote;
}

export function isSpan(value: unknown): value is Span {
  return (
    isDict(value) &&
    ["path", "quote", "label"].every((key) => typeof value[key] === "string") &&
    ["start", "end"].every((key) => Number.isSafeInteger(value[key]))
  );
}

/** In the order of the text, so that answers that say the same are the same. */
export function inTextOrder(spans: readonly Span[]): Span[] {
  return spans.toSorted(
    (a, b) => compare(a.path, b.path) || a.start - b.start || a.end - b.end || compare(a.label, b.label),
  );
}

/** Spans that mark the same under one label have one key. */
export function spanKey({ path, start, end, label }: Omit<Span, "quote">): string {
  return JSON.stringify([path, start, end, label]);
}

/** Holds an answer against the call that it is about; `documents` are null where there is no such call. */
export function spanFaults(schema: unknown, value: unknown, documents: SpanDocuments | null): SpanFault[] {
  if (!Array.isArray(value)) return [{ at: [], text: `it is ${nameOf(value)}; send a list of spans` }];
  if (value.length > MAX_SPANS)
    return [{ at: [], text: `it holds ${value.length} spans; mark ${MAX_SPANS} at most` }];
  if (value.length > 0 && documents === null)
    return [{ at: [], text: "the call is not recorded yet; send the call first" }];
  const properties = new Set([...SPAN_PROPERTIES, ...ownProperties(schema)]);
  const labels = spanLabelSchema(schema).enum;
  const known = Array.isArray(labels) ? labels : null;
  const seen = new Map<string, number>();
  return value.flatMap((span: unknown, index): SpanFault[] => {
    const fault =
      shapeFault(span, properties) ??
      (isSpan(span) ? faultIn(span, { known, documents, seen, index }) : null);
    return fault ? [{ ...fault, at: [index, ...fault.at] }] : [];
  });
}

type Surroundings = {
  known: readonly unknown[] | null;
  documents: SpanDocuments | null;
  /** Where each mark stands that came before. */
  seen: Map<string, number>;
  index: number;
};

function faultIn(span: Span, { known, documents, seen, index }: Surroundings): SpanFault | null {
  const { path, start, end, quote, label } = span;
  if (known && !known.includes(label))
    return {
      at: ["label"],
      text: `${quoted(label)} is not one of the field's labels; use ${known.map(String).map(quoted).join(", ")}`,
    };
  const text = documents && markableText(documents, path);
  if (text === null)
    return {
      at: ["path"],
      text: `${quoted(path)} is not the path of a text in the call; use one below inputs or output`,
    };
  if (end <= start) return { at: ["end"], text: `${end} is not after start, which is ${start}` };
  if (end > text.length)
    return {
      at: ["end"],
      text: `${end} is beyond the text at ${path}, which has ${text.length} UTF-16 units`,
    };
  if (isInsideCharacter(text, start)) return { at: ["start"], text: insideText(start) };
  if (isInsideCharacter(text, end)) return { at: ["end"], text: insideText(end) };
  const there = text.slice(start, end);
  if (there !== quote)
    return {
      at: ["quote"],
      text: `it is ${quoted(quote)}, but the text from ${start} to ${end} is ${quoted(there)}; read the call again and mark it again`,
    };
  const before = seen.get(spanKey(span));
  seen.set(spanKey(span), index);
  if (before === undefined) return null;
  return {
    at: [],
    text: `it marks ${quoted(quote)} as ${quoted(label)}, as span ${before} does; leave one out`,
  };
}

function shapeFault(span: unknown, properties: ReadonlySet<string>): SpanFault | null {
  if (!isDict(span))
    return { at: [], text: `it is ${nameOf(span)}; send an object with path, start, end, quote and label` };
  const strange = Object.keys(span).find((key) => !properties.has(key));
  if (strange !== undefined)
    return { at: [cut(strange)], text: `a span has no property ${quoted(strange)}; leave it out` };
  for (const key of ["path", "quote", "label"] as const) {
    const given = span[key];
    if (typeof given !== "string") return { at: [key], text: `it is ${nameOf(given)}; send a text` };
    if (given.length > MAX_QUOTED)
      return { at: [key], text: `it has ${given.length} UTF-16 units; send ${MAX_QUOTED} at most` };
  }
  for (const key of ["start", "end"] as const) {
    const given = span[key];
    if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0)
      return { at: [key], text: `it is ${nameOf(given)}; send an offset, a whole number from 0` };
  }
  return null;
}

/** Between the two halves of one character. */
export function isInsideCharacter(text: string, offset: number): boolean {
  return (
    offset > 0 &&
    offset < text.length &&
    /[\ud800-\udbff]/.test(text[offset - 1] ?? "") &&
    /[\udc00-\udfff]/.test(text[offset] ?? "")
  );
}

function insideText(offset: number): string {
  return `${offset} lies inside a character; offsets are in UTF-16 units, and one character may have two`;
}

const MAX_SHOWN = 80;

function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? quoted(value) : cut(JSON.stringify(value) ?? "missing");
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
