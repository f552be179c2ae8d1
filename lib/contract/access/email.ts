import { refuseUnless } from "#lib/contract/fault.ts";
import { text } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import * as z from "#lib/contract/zod.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_CHARACTERS = 254;

/** An e-mail address as people type it; `normalizeEmail` gives the form that is stored. */
export const email: z.Schema<string> = text({ max: MAX_CHARACTERS }).check(
  z.regex(EMAIL),
  refuseUnless((value) => normalizeEmail(value) !== null, {
    type: "value_error",
    text: "e-mail address contains look-alike or control characters",
  }),
);

/**
 * The stored form of an address: lower case. Null where it is none, or where it holds characters that only look like others
 * (full-width letters, ligatures): two accounts must never be mistaken for one another.
 */
export function normalizeEmail(value: string): string | null {
  const typed = value.trim();
  if (typed.length > MAX_CHARACTERS || !EMAIL.test(typed) || !isStorableText(typed)) return null;
  if (typed.normalize("NFKC") !== typed || /[\p{Cc}\p{Cf}\p{Zs}]/u.test(typed)) return null;
  const lower = typed.toLowerCase();
  return lower.normalize("NFKC") === lower ? lower : null;
}
