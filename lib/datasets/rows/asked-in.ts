import { judgedIn, messageText } from "#lib/contract/evaluation/judge-prompt.ts";
import { isDict } from "#lib/contract/fields.ts";

type Body = Readonly<Record<string, unknown>>;

/** So many characters of a message are enough to know it by. */
const MAX_WORDS = 200;
/** Blanks count as one, so that more is read; not all of a message of megabytes. */
const MAX_READ = 100 * MAX_WORDS;

/** What a row asks a model: its prompt, or its messages but for the last one. */
export function askedIn({ prompt, messages }: Body): unknown {
  return prompt ?? (Array.isArray(messages) ? messages.slice(0, -1) : null);
}

/** How the last message of a person in it begins, or of anybody where no person says anything. */
export function wordsAsked(body: Body): string {
  const asked = askedIn(body);
  const messages = Array.isArray(asked) ? asked.filter(isDict) : [];
  const last = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  if (!last) return "";
  const letters = Array.from(
    judgedIn(messageText(last)).trimStart().slice(0, MAX_READ).replaceAll(/\s+/g, " ").trim(),
  );
  return letters.length > MAX_WORDS ? `${letters.slice(0, MAX_WORDS - 1).join("")}…` : letters.join("");
}
