import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { type FieldRule, hiddenFields } from "#lib/contract/annotation/field-rules.ts";
import { answerText, readAnswer } from "./field-answer.ts";

/** The questions that are asked after what was entered. */
export function askedAfter(
  fields: readonly AnnotationField[],
  rules: readonly FieldRule[],
  textOf: (ref: string) => string,
): readonly AnnotationField[] {
  const answerOf = (ref: string) => {
    const field = fields.find((one) => one.ref === ref);
    const reading = field && readAnswer(field.input, textOf(ref));
    return reading?.state === "valid" ? reading.value : undefined;
  };
  const hidden = hiddenFields(rules, answerOf);
  return fields.filter(({ ref }) => !hidden.has(ref));
}

/** What stands in a field at first, as its text; empty where nothing does. */
export function proposedText({ ref, input }: AnnotationField, rules: readonly FieldRule[]): string {
  const proposed = rules.find(({ fieldRef }) => fieldRef === ref)?.defaultValue ?? null;
  return proposed === null ? "" : answerText(input, proposed);
}
