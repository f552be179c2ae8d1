import { askedAfter, proposedText } from "#components/queues/fields/asked-after.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import { type Draft, emptyDraft, setAnswer } from "./draft.ts";

/** The questions that are asked after what the draft says; all of them while no draft is known. */
export function askedFields(
  fields: readonly AnnotationField[],
  rules: readonly FieldRule[],
  draft: Pick<Draft, "answers"> | null,
): readonly AnnotationField[] {
  return draft ? askedAfter(fields, rules, (ref) => draft.answers[ref]?.text ?? "") : fields;
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
