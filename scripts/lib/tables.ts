import { dictionary } from "@zxcvbn-ts/language-common";
import emoji from "emojibase-data/en/compact.json" with { type: "json" };
import { PASSWORD_LENGTH } from "#lib/contract/access/accounts.ts";

/** A file of the product, and what it has to hold. */
export const TABLES: readonly { readonly file: string; readonly text: () => string }[] = [
  { file: "lib/traces/feedback/emoji/emoji-labels.table.json", text: () => asJson(emojiLabels()) },
  { file: "lib/access/passwords/leaked-passwords.table.json", text: () => asJson(leakedPasswords()) },
];

/** CLDR's English name of each emoji and of each of its skin tones, by its characters. */
function emojiLabels(): Record<string, string> {
  const entries = emoji
    .filter(({ label }) => !label.startsWith("regional indicator"))
    .flatMap((entry) => [entry, ...("skins" in entry ? (entry.skins ?? []) : [])]);
  return Object.fromEntries(entries.map(({ unicode, label }) => [unicode, label]));
}

/** Of fifty thousand leaked passwords, lower-cased and the most used first, those that are long enough to be chosen here. */
function leakedPasswords(): string[] {
  return dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_LENGTH.min);
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
