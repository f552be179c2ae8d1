import type { Draft } from "#components/desk/state/draft.ts";
import {
  type AnnotationField,
  fieldOfVersion,
  optionLabel,
  optionsOfInput,
} from "#components/queues/parts/annotation-field.ts";

/** Moves a draft to the current fields: an entry from before a lead changed its question moves to the new version. */
export function asAskedNow(draft: Draft, fields: readonly AnnotationField[]): Draft {
  const entries = Object.entries(draft.answers).map(([ref, entry]) => {
    const now = fieldOfVersion(fields, ref)?.ref ?? ref;
    return [now !== ref && now in draft.answers ? ref : now, entry] as const;
  });
  const isSame = entries.every(([ref]) => ref in draft.answers);
  return isSame ? draft : { ...draft, answers: Object.fromEntries(entries) };
}

/** Fields that have changed since `before`, as they were and as they are. */
export function changedFields(
  before: readonly AnnotationField[],
  now: readonly AnnotationField[],
): { was: AnnotationField; is: AnnotationField }[] {
  return now.flatMap((is) => {
    const was = before.find(({ objectId }) => objectId === is.objectId);
    const isChanged = was !== undefined && was.ref !== is.ref;
    return isChanged ? [{ was, is }] : [];
  });
}

/** What a lead changed about a question, as sentences. */
export function changeText({ was, is }: { was: AnnotationField; is: AnnotationField }): string {
  const [before, after] = [labelsOf(was), labelsOf(is)];
  const added = [...after].filter(([value]) => !before.has(value)).map(([, label]) => `“${label}”`);
  const gone = [...before].filter(([value]) => !after.has(value)).map(([, label]) => `“${label}”`);
  return [
    was.name === is.name ? `“${is.name}” changed.` : `“${was.name}” is now “${is.name}”.`,
    ...(added.length > 0 ? [`New: ${added.join(", ")}.`] : []),
    ...(gone.length > 0 ? [`Removed: ${gone.join(", ")}.`] : []),
  ].join(" ");
}

function labelsOf({ input }: AnnotationField): Map<string, string> {
  return new Map(optionsOfInput(input).map((option) => [option.value, optionLabel(option)]));
}
