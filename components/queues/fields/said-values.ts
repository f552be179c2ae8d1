import {
  type AnnotationField,
  type FieldInput,
  optionLabel,
  optionsOfInput,
} from "#components/queues/parts/annotation-field.ts";
import { passagesText, spansKey, spansOfValue } from "#components/queues/parts/field-spans.ts";
import { PREFERENCE_TYPE, VERDICTS, type Verdict } from "#lib/contract/annotation/preference.ts";
import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

/** One thing that is asked about an item, as answers are laid beside each other. */
export type AskedField = {
  /** As values are kept under it; the verdict on a pair has the name of its feedback. */
  ref: string;
  name: string;
  /** Null for the verdict. */
  input: FieldInput | null;
};

export const VERDICT_LABELS: { [V in Verdict]: string } = {
  first: "First is better",
  second: "Second is better",
  tie: "Equal",
  both_bad: "Both bad",
};

/** What a queue asks, the verdict before the fields. */
export function askedFields(kind: Queue["kind"], fields: readonly AnnotationField[]): AskedField[] {
  const verdict = { ref: PREFERENCE_TYPE, name: "Which is better", input: null };
  const own = fields.map(({ ref, name, input }) => ({ ref, name, input }));
  return kind === "pairwise" ? [verdict, ...own] : own;
}

/** What somebody said to one of them; undefined where they said nothing. */
export function saidValue({ values, preference }: ItemAnswer, ref: string): unknown {
  return ref === PREFERENCE_TYPE
    ? verdictIn(preference)
    : Object.hasOwn(values, ref)
      ? values[ref]
      : undefined;
}

function verdictIn(preference: unknown): Verdict | undefined {
  if (typeof preference !== "object" || preference === null || !("verdict" in preference)) return undefined;
  return VERDICTS.find((verdict) => verdict === preference.verdict);
}

/** A value in words, or a dash if there is none. Verdicts are recognised by their stored name. */
export function valueText(value: unknown, ref = ""): string {
  if (value === undefined || value === null) return "–";
  if (ref === PREFERENCE_TYPE) return VERDICT_LABELS[VERDICTS.find((one) => one === value) ?? "tie"];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.length > 0 ? value.join(", ") : "None";
  return JSON.stringify(value);
}

/** A value of a field in words, options as annotators read them. */
export function saidText({ ref, input }: AskedField, value: unknown): string {
  const options = input ? optionsOfInput(input) : [];
  if (input?.kind === "spans" && Array.isArray(value)) return passagesText(spansOfValue(value), options);
  const labelOf = (one: unknown) => {
    const option = options.find((known) => known.value === one);
    return option ? optionLabel(option) : one;
  };
  return valueText(Array.isArray(value) ? value.map(labelOf) : labelOf(value), ref);
}

/** Whether what is said of a field is one of few things, so that alike or not means something. */
export function isClosed({ input }: AskedField): boolean {
  return input === null || !["text", "json", "group", "spans"].includes(input.kind);
}

/** A text that is the same for values that are the same, whatever the order of their keys. */
export function valueKey(value: unknown): string {
  const spans = spansOfValue(value);
  if (Array.isArray(value) && spans.length > 0 && spans.length === value.length) return spansKey(spans);
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}

/**
 * Share of the pairs of completed answers to one item that are the same, the mean over the closed fields in which there is a pair; from 0
 * to 1, null where there is none.
 */
export function itemAgreement(answers: readonly ItemAnswer[], asked: readonly AskedField[]): number | null {
  const done = answers.filter(({ state }) => state === "completed");
  const shares = asked.filter(isClosed).flatMap(({ ref }) => {
    const said = done.map((answer) => saidValue(answer, ref)).filter((value) => value !== undefined);
    return said.length > 1 ? [sameShare(said.map(valueKey))] : [];
  });
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null;
}

function sameShare(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const same = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0);
  return same / (keys.length * (keys.length - 1));
}
