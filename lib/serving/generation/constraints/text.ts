import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { byteConstraint, type Tokens } from "./bytes/byte-constraint.internal.ts";
import { END } from "./bytes/byte-states.internal.ts";
import { oneWord, wordsOf } from "./bytes/words.internal.ts";

/** Returns a factory of constraints. Each constrains the tokens of one completion to exactly one of several texts. */
export function textConstraint(texts: readonly string[], tokens: Tokens): () => TokenConstraint {
  const words = wordsOf(texts.filter((text) => text !== ""));
  return () => byteConstraint([oneWord(words, () => END), ...(texts.includes("") ? [END] : [])], tokens);
}
