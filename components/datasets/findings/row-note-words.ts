import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts, DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { SECRET_KINDS, type SecretKind } from "#lib/contract/datasets/recipe.ts";
import { isSecret, ROW_NOTES, type RowNote } from "#lib/contract/datasets/row-notes.ts";

/** Known by its form alone, so it may be none. */
export const SECRET_WORDS: { [K in SecretKind]: string } = {
  key: "what looks like a key",
  card: "what looks like a card number",
  email: "what looks like an email address",
  phone: "what looks like a phone number",
  iban: "what looks like an IBAN",
};

const SHORT_SECRETS: { [K in SecretKind]: string } = {
  key: "a key",
  card: "a card number",
  email: "an email address",
  phone: "a phone number",
  iban: "an IBAN",
};

type Counts = Pick<DatasetCounts, "notes">;

/** `4 rows hold what looks like a key, 2 an email address`, the worst first; null where none does, or nobody looked. */
export function secretWords({ notes }: Counts): string | null {
  const found = SECRET_KINDS.flatMap((kind) => {
    const rows = notes?.[kind] ?? 0;
    return rows > 0 ? [{ kind, rows }] : [];
  });
  const [first, ...more] = found;
  if (!first) return null;
  const others = more.map(({ kind, rows }) => `, ${formatCount(rows)} ${SHORT_SECRETS[kind]}`).join("");
  return `${countOf(first.rows, "row")} ${first.rows === 1 ? "holds" : "hold"} ${SECRET_WORDS[first.kind]}${others}`;
}

/** `1 row has an empty question`, `2 rows teach an empty answer`; null where none does, or nobody looked. */
export function emptyWords({ notes }: Counts): string | null {
  const { empty_question: asked = 0, empty_answer: taught = 0 } = notes ?? {};
  const words = [
    ...(asked > 0 ? [`${countOf(asked, "row")} ${asked === 1 ? "has" : "have"} an empty question`] : []),
    ...(taught > 0
      ? [`${countOf(taught, "row")} ${taught === 1 ? "teaches" : "teach"} an empty answer`]
      : []),
  ];
  return words.length === 0 ? null : words.join(", ");
}

/** At a row. */
export function noteMark(note: RowNote): string {
  if (note === "empty_question") return "Empty question";
  if (note === "empty_answer") return "Empty answer";
  return `Holds ${SECRET_WORDS[note]}`;
}

/** What rows can be narrowed to, as the address has it. */
export type NoteChoice = RowNote | "secret" | "empty";

/** The choices that a version has rows of, each with its words. */
export function noteChoices({ notes }: Counts): { value: NoteChoice; label: string }[] {
  const had = ROW_NOTES.filter((note) => (notes?.[note] ?? 0) > 0);
  const single = had.map((note) => ({
    value: note,
    label: `${noteMark(note)} (${formatCount(notes?.[note] ?? 0)})`,
  }));
  return [
    ...(had.filter(isSecret).length > 1 ? [{ value: "secret" as const, label: groupLabel("secret") }] : []),
    ...single,
  ];
}

/** Of a choice that means several notes. */
export function groupLabel(choice: string): string {
  return choice === "empty" ? "An empty message" : "Anything like a secret";
}

/** The notes that a choice of the address means; null where it is none. */
export function notesMeant(choice: string | null): RowNote[] | null {
  if (choice === "secret") return [...SECRET_KINDS];
  if (choice === "empty") return ["empty_question", "empty_answer"];
  const note = ROW_NOTES.find((one) => one === choice);
  return note ? [note] : null;
}

type Before = Pick<DatasetVersion, "recipe"> & { counts: Pick<DatasetCounts, "notes" | "secrets"> };

/** How many rows of a version hold secrets that was built before rows had notes: those were counted, and not marked. Null where there are none, and of newer versions. */
export function unmarkedSecrets({ counts: { notes, secrets }, recipe }: Before): string | null {
  if (notes !== null || recipe.secrets.action !== "report") return null;
  return secretWords({ notes: secrets });
}

/** What nobody looked for in such a version; null of newer ones. */
export function notLookedWords(version: Before): string | null {
  if (version.counts.notes !== null) return null;
  const secrets = unmarkedSecrets(version);
  return secrets === null
    ? "Built before secrets, empty messages and contradictions were looked for in rows. Build again to have them marked."
    : `${secrets}. Build again to have them marked, with empty messages and contradictions.`;
}
