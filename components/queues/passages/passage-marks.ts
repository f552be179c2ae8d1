import type { Mark } from "#components/conversation/passage-segments.ts";
import type { FieldOption } from "#components/queues/parts/annotation-field.ts";
import { labelText } from "#components/queues/parts/field-spans.ts";
import { type Span, spanKey } from "#lib/contract/annotation/spans.ts";

export type PassageMark = Mark & { span: Span };

/** Passages as they are drawn; a label has the colour of its place in the question. `by` are people whose mark it is. */
export function marksOf(
  spans: readonly Span[],
  options: readonly FieldOption[],
  by: string | null = null,
): PassageMark[] {
  return spans.map((span) => {
    const { start, end, label } = span;
    const tag = by === null ? labelText(options, label) : `${by}: ${labelText(options, label)}`;
    return { key: `${by} ${spanKey(span)}`, start, end, span, tag, hue: hueOf(options, label) };
  });
}

export function hueOf(options: readonly FieldOption[], label: string): number {
  return Math.max(
    0,
    options.findIndex(({ value }) => value === label),
  );
}
