import type { Tokenizer } from "#lib/engine/text/open-tokenizer.ts";

/**
 * A lower bound of the prompt's tokens. Rendering and tokenizing megabytes would block sampling for seconds; this rejects a hopelessly
 * long prompt without doing so.
 */
export function leastTokens(
  messages: readonly Readonly<Record<string, unknown>>[],
  tokenizer: Tokenizer,
): number {
  const longest = longestToken(tokenizer);
  // Templates may only leave out an assistant's reasoning.
  const given = messages.filter(({ role }) => role !== "assistant");
  return given.reduce(
    (sum, { content }) => sum + (typeof content === "string" ? Math.max(1, content.length / longest) : 1),
    0,
  );
}

const known = new WeakMap<Tokenizer, number>();

/** Bytes of the longest token, and so an upper bound of a token's characters. */
function longestToken(tokenizer: Tokenizer): number {
  let longest = known.get(tokenizer) ?? 0;
  if (longest === 0)
    for (let id = 0; id < tokenizer.vocabSize; id++)
      longest = Math.max(longest, tokenizer.tokenBytes(id).length);
  known.set(tokenizer, longest);
  return longest;
}
