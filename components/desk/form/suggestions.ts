import { type Draft, setAnswer } from "#components/desk/state/draft.ts";
import { askedFields } from "#components/desk/state/field-conditions.ts";
import { answerText } from "#components/queues/fields/field-answer.ts";
import { optionsOf } from "#components/queues/fields/field-options.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import type { AnswerSuggestion } from "#lib/contract/annotation/queue-work.ts";

/** What an option shows: the text that picking it gives, and how sure the model is. */
export type OfferedAnswer = { text: string; percent: number };

/** What is suggested for a question, where it can be picked; null where nothing is. */
export function offeredAnswer(
  { ref, input }: AnnotationField,
  suggestions: readonly AnswerSuggestion[],
): OfferedAnswer | null {
  const found = suggestions.find(({ fieldRef }) => fieldRef === ref);
  const options = optionsOf(input);
  if (!found || !options) return null;
  const text = answerText(input, found.value);
  // More than one option of a list cannot be marked by one number.
  const isOption = options.some(({ value }) => value === text);
  return isOption ? { text, percent: Math.floor(found.probability * 100) } : null;
}

/** The questions beside which a suggestion is in sight; null where the service has not said whether it has any. */
export function suggestedRefs(
  fields: readonly AnnotationField[],
  { suggestions, isDone }: { suggestions: readonly AnswerSuggestion[] | null; isDone: boolean },
): readonly string[] | null {
  if (suggestions === null) return null;
  if (isDone) return [];
  return fields.filter((field) => offeredAnswer(field, suggestions)).map(({ ref }) => ref);
}

/** The draft with what is suggested in every question that is asked and open. What was answered stays. */
export function withSuggestions(
  draft: Draft,
  suggestions: readonly AnswerSuggestion[],
  { fields, rules }: { fields: readonly AnnotationField[]; rules: readonly FieldRule[] },
): Draft {
  return fields.reduce((said, field) => {
    const offered = offeredAnswer(field, suggestions);
    const isOpen =
      (said.answers[field.ref]?.text ?? "") === "" && askedFields(fields, rules, said).includes(field);
    return offered && isOpen ? setAnswer(said, field.ref, offered.text) : said;
  }, draft);
}
