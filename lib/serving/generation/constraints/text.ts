import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { byteConstraint, type Tokens } from "./byte-constraint.internal.ts";
import { END } from "./byte-states.internal.ts";
import { oneWord, wordsOf } from "./words.internal.ts";

/** Each call of what is answered makes, for one completion, what narrows its tokens to exactly one of several texts. */
export function textConstraint(texts: readonly string[], tokens: Tokens): () => TokenConstraint {
  const words = wordsOf(texts.filter((text) => text !== ""));
  return () => byteConstraint([oneWord(words, () => END), ...(texts.includes("") ? [END] : [])], tokens);
}
