import { askedAfter } from "#components/queues/fields/asked-after.ts";
import { readAnswer } from "#components/queues/fields/field-answer.ts";
import { optionsOf, type PickOption } from "#components/queues/fields/field-options.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Queue, QueueItem } from "#lib/contract/annotation/queues.ts";

/** A question that one key answers. */
export type BulkQuestion = { field: AnnotationField; options: readonly PickOption[] };

/** The questions of a queue that can be answered for many items at once: one of few answers is picked. */
export function bulkQuestions(
  fields: readonly AnnotationField[],
  { kind }: Pick<Queue, "kind">,
): BulkQuestion[] {
  // Nobody can say which of two calls is better for many pairs at once.
  if (kind === "pairwise") return [];
  return fields.flatMap((field) => {
    const options = field.input.kind === "choices" ? null : optionsOf(field.input);
    return options ? [{ field, options }] : [];
  });
}

type Rules = Pick<Queue, "requiredRefs" | "fieldRules">;

/** Why an item would not be complete with that answer alone; null where it would. */
export function bulkObstacle(
  fields: readonly AnnotationField[],
  { requiredRefs, fieldRules }: Rules,
  { ref, text }: { ref: string; text: string },
): string | null {
  const asked = askedAfter(fields, fieldRules, (one) => (one === ref ? text : ""));
  if (!asked.some((field) => field.ref === ref))
    return "This question depends on the answer to another one. Answer the items at the desk.";
  const missing = asked.filter((field) => field.ref !== ref && requiredRefs.includes(field.ref));
  if (missing.length === 0) return null;
  const names = missing.map(({ name }) => `“${name}”`).join(", ");
  return `${names} must be answered too. Answer the items at the desk.`;
}

/** Those of the items that the annotator has not begun, which alone get the answer. */
export function untouchedOf(items: readonly QueueItem[]): QueueItem[] {
  return items.filter(({ myAnnotationState }) => myAnnotationState === "unstarted");
}

/** The value that an option stands for. */
export function pickedValue({ input }: AnnotationField, text: string): unknown {
  const reading = readAnswer(input, text);
  return reading.state === "valid" ? reading.value : null;
}
