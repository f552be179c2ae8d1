import { optionsOf } from "#components/queues/fields/field-options.ts";
import type { FieldPlace } from "#components/queues/fields/field-places.ts";

type Is = (place: FieldPlace) => boolean;

/**
 * Where the next digit goes once a digit has answered a question: `asked` are the places of the form after that answer, which may have
 * brought the next question. What may stay unwritten is passed by. Nowhere where several may be picked, or something must be written first.
 */
export function nextToPick(
  asked: readonly FieldPlace[],
  answered: FieldPlace,
  { mustBeWritten }: { mustBeWritten: Is },
): FieldPlace | undefined {
  if (answered.input.kind === "choices") return undefined;
  const next = after(asked, answered).find((place) => hasDigits(place) || mustBeWritten(place));
  return next && hasDigits(next) ? next : undefined;
}

/**
 * Where Enter goes from a question that takes several answers, which no digit leaves: to the first after it that has no answer, so
 * that none is sent unseen. Nowhere from the last of them, and from all other questions: there Enter submits.
 */
export function nextUnanswered(
  asked: readonly FieldPlace[],
  here: FieldPlace,
  { isGiven, mustBeWritten }: { isGiven: Is; mustBeWritten: Is },
): FieldPlace | undefined {
  if (here.input.kind !== "choices" && here.input.kind !== "spans") return undefined;
  return after(asked, here).find((place) => (hasDigits(place) && !isGiven(place)) || mustBeWritten(place));
}

/**
 * Where a digit goes that is pressed out of a text beside the questions, such as the better answer: to the first question that is open.
 * Where all are answered only a single one is meant without a doubt.
 */
export function openToPick(
  asked: readonly FieldPlace[],
  { isGiven }: { isGiven: Is },
): FieldPlace | undefined {
  const [first, ...others] = asked.filter(hasDigits);
  if (others.length === 0) return first;
  return asked.find((place) => hasDigits(place) && !isGiven(place));
}

function after(asked: readonly FieldPlace[], here: FieldPlace): readonly FieldPlace[] {
  return asked.slice(asked.findIndex(({ place }) => place === here.place) + 1);
}

/** Passages have the digits of their labels, and 0. */
function hasDigits({ input }: FieldPlace): boolean {
  return input.kind === "spans" || optionsOf(input) !== null;
}
