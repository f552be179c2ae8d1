import type { Tokenizer } from "#lib/engine/text/open-tokenizer.ts";
import type { TokenLogprob } from "./trajectory-group.ts";

/** The ids of tokens that are known by their text; null where one of them is none or several tokens of the vocabulary. */
export type TokenLookup = (tokens: readonly TokenLogprob[]) => number[] | null;

/** Looks tokens up by their bytes. The vocabulary is read on first use, which most jobs never come to. */
export function tokenLookup(tokenizer: Tokenizer): TokenLookup {
  let vocabulary: ReadonlyMap<string, number> | null = null;
  return (tokens) => {
    const ids: number[] = [];
    for (const token of tokens) {
      vocabulary ??= vocabularyOf(tokenizer);
      const id = vocabulary.get(keyOf(bytesOf(token)));
      if (id === undefined || id === AMBIGUOUS) return null;
      ids.push(id);
    }
    return ids;
  };
}

const AMBIGUOUS = -1;

function vocabularyOf(tokenizer: Tokenizer): Map<string, number> {
  const vocabulary = new Map<string, number>();
  for (let id = 0; id < tokenizer.vocabSize; id++) {
    const key = keyOf(tokenizer.tokenBytes(id));
    vocabulary.set(key, vocabulary.has(key) ? AMBIGUOUS : id);
  }
  return vocabulary;
}

/** A text with U+FFFD in it may stand for bytes that are no text, so it only finds a token that is that character. */
function bytesOf({ token, bytes }: TokenLogprob): Uint8Array {
  return bytes ? Uint8Array.from(bytes) : new TextEncoder().encode(token);
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
