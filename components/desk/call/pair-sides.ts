import type { Preference, Strength, Verdict } from "#lib/contract/annotation/preference.ts";

export type Side = "left" | "right";
/** What can be said about two calls as they stand on the screen. */
export type SeenVerdict = Side | "tie" | "both_bad";

/** Whether the second call of a pair stands on the left: by chance for each item and annotator, and the same on each return. */
export function isSwapped(itemId: string, userId: string): boolean {
  return (mixed(`${itemId} ${userId}`) & 1) === 1;
}

/** The verdict in the order of the record, however the two were shown. */
export function verdictOf(seen: SeenVerdict, swapped: boolean): Verdict {
  if (seen === "tie" || seen === "both_bad") return seen;
  return (seen === "left") === swapped ? "second" : "first";
}

/** A verdict of the record as it looks on the screen. */
export function seenOf(verdict: Verdict, swapped: boolean): SeenVerdict {
  if (verdict === "tie" || verdict === "both_bad") return verdict;
  return (verdict === "first") === swapped ? "right" : "left";
}

/** Only one that is better can be much better. */
export function preferenceOf(
  seen: SeenVerdict,
  strength: Strength,
  swapped: boolean,
): Pick<Preference, "verdict" | "strength"> {
  const isSided = seen === "left" || seen === "right";
  return { verdict: verdictOf(seen, swapped), strength: isSided ? strength : null };
}

/** FNV-1a in 32 bits, stirred once more so that its lowest bit depends on all of the text. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
