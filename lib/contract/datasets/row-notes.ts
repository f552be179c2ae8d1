import { SECRET_KINDS, type SecretKind } from "./recipe.ts";

/** What a build finds in a row that stays in the version: what looks like a secret, by its form, and messages in which nothing is said. */
export const ROW_NOTES = [...SECRET_KINDS, "empty_question", "empty_answer"] as const;
export type RowNote = (typeof ROW_NOTES)[number];

export function isSecret(note: RowNote): note is SecretKind {
  return SECRET_KINDS.some((kind) => kind === note);
}
