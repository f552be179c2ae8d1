import { optionsOf } from "#components/queues/fields/field-options.ts";
import type { FieldPlace } from "#components/queues/fields/field-places.ts";

/**
 * Where the next digit goes once a question with one answer has it: `asked` are the places of the form after that answer, which may have
 * brought the next question. Nowhere where several may be picked, or something is to be written.
 */
export function nextToPick(asked: readonly FieldPlace[], answered: FieldPlace): FieldPlace | undefined {
  if (answered.input.kind === "choices") return undefined;
  const next = asked[asked.findIndex(({ place }) => place === answered.place) + 1];
  return next && optionsOf(next.input) ? next : undefined;
}
