import { isCommonPassword } from "#lib/access/passwords/common-passwords.ts";
import { PASSWORD_LENGTH } from "#lib/contract/access/accounts.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** Refuses a new password that is too short, too long or among the first that anybody tries; `field` is where the caller sent it. */
export function requireFitPassword(
  password: string,
  { field, ownWords }: { field: string; ownWords: readonly string[] },
): void {
  const { min, maxBytes } = PASSWORD_LENGTH;
  const loc = ["body", field];
  if (password.length < min) throw invalidAt(loc, { type: "string_too_short", bound: min });
  if (Buffer.byteLength(password) > maxBytes)
    throw invalidAt(loc, { type: "value_error", text: `password may have at most ${maxBytes} bytes` });
  if (isCommonPassword(password, ownWords))
    throw invalidAt(loc, {
      type: "value_error",
      text: "password is one of the first that attackers try; use a few unrelated words",
    });
}

/** Known facts about a person; a password made from them is easy to guess. */
export function wordsOf({ email, name }: { email: string; name: string }): string[] {
  return [email, ...email.split(/[@.]/), name, ...name.split(/\s+/)];
}
