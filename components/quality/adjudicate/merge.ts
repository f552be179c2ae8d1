import { type AskedField, saidValue, valueKey } from "#components/queues/fields/said-values.ts";
import { type FieldRule, hiddenFields } from "#lib/contract/annotation/field-rules.ts";
import type { LetteredAnswer } from "./letters.ts";

/** One of the things that were said of a field, and who said it, by their letters. */
export type MergeOption = { key: string; value: unknown; letters: readonly string[] };

/** What was said of a field, most said first; what equally many said is in the order of their letters. */
export function mergeOptions(field: AskedField, answers: readonly LetteredAnswer[]): MergeOption[] {
  const said = answers.flatMap(({ letter, answer }) => {
    const value = saidValue(answer, field.ref);
    return value === undefined ? [] : [{ letter, value, key: valueKey(value) }];
  });
  return [...Map.groupBy(said, ({ key }) => key)]
    .map(([key, same]) => ({ key, value: same[0]?.value, letters: same.map(({ letter }) => letter) }))
    .toSorted((a, b) => b.letters.length - a.letters.length);
}

/** The values of a merge: what was picked of each field, and what most said where nothing was. */
export function mergedValues(
  asked: readonly AskedField[],
  answers: readonly LetteredAnswer[],
  picks: { readonly [ref: string]: string },
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of asked) {
    const options = mergeOptions(field, answers);
    const picked = options.find(({ key }) => key === picks[field.ref]) ?? options[0];
    if (picked) values[field.ref] = picked.value;
  }
  return values;
}

/** All that one answer says, as a decision keeps it. */
export function adoptedValues(
  asked: readonly AskedField[],
  { answer }: LetteredAnswer,
): Record<string, unknown> {
  const entries = asked.map(({ ref }) => [ref, saidValue(answer, ref)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What a decision may hold: a field that is not asked after the others has no value. */
export function askedValues(
  values: Readonly<Record<string, unknown>>,
  rules: readonly FieldRule[],
): Record<string, unknown> {
  const hidden = hiddenFields(rules, (ref) => values[ref]);
  return Object.fromEntries(Object.entries(values).filter(([ref]) => !hidden.has(ref)));
}
