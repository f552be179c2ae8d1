import labels from "./emoji-labels.table.json" with { type: "json" };

/** Fields added to a reaction's payload: the emoji's name, and the name without skin tone. */
type EmojiNames = { alias: string; detoned: string; detoned_alias: string };

/** The names of exactly one emoji, or null for any other text. */
export function namesOfEmoji(text: string): EmojiNames | null {
  const alias = nameOf(text);
  const detoned = text.replace(SKIN_TONES, "");
  if (alias === null) return null;
  // A skin tone alone is an emoji too, and nothing is left of it.
  return { alias, detoned: detoned || text, detoned_alias: nameOf(detoned) ?? alias };
}

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;
const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;

let names: Map<string, string> | undefined;

function nameOf(text: string): string | null {
  names ??= readNames();
  return names.get(text.replace(VARIATION_SELECTORS, "")) ?? null;
}

/** By the characters without variation selectors, which senders leave out or put in as they like. */
function readNames(): Map<string, string> {
  return new Map(
    Object.entries(labels).map(([unicode, label]) => [
      unicode.replace(VARIATION_SELECTORS, ""),
      alias(label),
    ]),
  );
}

/** `thumbs up: light skin tone` is `:thumbs_up_light_skin_tone:`, in the spelling that Python's emoji package writes. */
function alias(label: string): string {
  return `:${label
    .replace(/^flag: /, "")
    .replace(/[:,“”]/g, "")
    .replaceAll(" ", "_")}:`;
}
