import { inTextOrder, isSpan, type Span, spanKey } from "#lib/contract/annotation/spans.ts";
import { type FieldOption, optionLabel } from "./annotation-field.ts";

/** The passages that the text of a field holds, in the order in which they were marked. */
export function spansIn(text: string): Span[] {
  try {
    return spansOfValue(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The text that stands for stored passages; marking none is an answer as well. */
export function spansText(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(spansOfValue(value)) : "";
}

export function spansOfValue(value: unknown): Span[] {
  return Array.isArray(value) ? value.filter(isSpan) : [];
}

/** Marks a passage, or takes the same mark back. */
export function flipSpan(text: string, span: Span): string {
  const before = spansIn(text);
  const others = before.filter((one) => spanKey(one) !== spanKey(span));
  return textOf(others.length < before.length ? others : [...before, span]);
}

export function withoutSpan(text: string, span: Span): string {
  return textOf(spansIn(text).filter((one) => spanKey(one) !== spanKey(span)));
}

/** Without what was marked last. */
export function withoutLastSpan(text: string): string {
  return textOf(spansIn(text).slice(0, -1));
}

/** Nothing marked is no answer. */
function textOf(spans: readonly Span[]): string {
  return spans.length > 0 ? JSON.stringify(spans) : "";
}

/**
 * How far two answers mark the same: passages under the same label from the same place to the same place, as F1, which is 1 where all are
 * the same and 0 where none is.
 */
export function sameSpans(first: readonly Span[], second: readonly Span[]): { same: number; f1: number } {
  const keys = new Set(first.map(spanKey));
  const same = second.filter((span) => keys.has(spanKey(span))).length;
  const all = first.length + second.length;
  return { same, f1: all === 0 ? 1 : (2 * same) / all };
}

/** Passages in words. */
export function passagesText(spans: readonly Span[], options: readonly FieldOption[] = []): string {
  if (spans.length === 0) return "Nothing to mark";
  return inTextOrder(spans)
    .map(({ label, quote }) => `${labelText(options, label)}: “${quote}”`)
    .join("; ");
}

/** A label as annotators read it; one that is gone, as it was kept. */
export function labelText(options: readonly FieldOption[], label: string): string {
  const option = options.find(({ value }) => value === label);
  return option ? optionLabel(option) : label;
}

/** A text for an answer, whatever the order in which it was marked. */
export function spansKey(spans: readonly Span[]): string {
  return JSON.stringify(inTextOrder(spans).map(spanKey));
}
