import { askedAfter, proposedText } from "#components/queues/fields/asked-after.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import { type Draft, emptyDraft, setAnswer } from "./draft.ts";

/** The questions that are asked after what the draft says. */
export function askedFields(
  fields: readonly AnnotationField[],
  rules: readonly FieldRule[],
  { answers }: Pick<Draft, "answers">,
): readonly AnnotationField[] {
  return askedAfter(fields, rules, (ref) => answers[ref]?.text ?? "");
}

/** A draft that nobody has touched, with what the queue proposes. It holds nothing that would be missed. */
export function withDefaults(
  draft: Draft,
  fields: readonly AnnotationField[],
  rules: readonly FieldRule[],
): Draft {
  const proposed = fields.flatMap((field) => {
    const entry = setAnswer(emptyDraft(), field.ref, proposedText(field, rules)).answers[field.ref];
    return entry ? [[field.ref, { ...entry, isDefault: true }] as const] : [];
  });
  return { ...draft, answers: { ...draft.answers, ...Object.fromEntries(proposed) } };
}
