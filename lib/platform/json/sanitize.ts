/**
 * The JSON text with U+FFFD in place of every NUL and every unpaired surrogate, or null when it holds none. PostgreSQL stores such
 * texts but cannot look into them, so queries read this copy.
 */
export function sanitizeJson(text: string): string | null {
  if (!SUSPECT.test(text)) return null;
  const replaced = text.replace(ESCAPES, (found) => (UNREADABLE.test(found) ? "\\ufffd" : found));
  const wellFormed = replaced.toWellFormed();
  return wellFormed === text ? null : wellFormed;
}

/** A text with the same replacements, so that a search matches stored texts. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}

const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])|\p{Surrogate}/u;
/** Every escape, a pair of surrogates being one, so that an escaped backslash is never taken for the start of another. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^u])/g;
const UNREADABLE = /^\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})$/;
