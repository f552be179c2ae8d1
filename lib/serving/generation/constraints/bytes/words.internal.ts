import { reading, type State } from "./byte-states.internal.ts";

/** Texts as bytes, in their order and each once, so that a beginning of some of them is a stretch of the list. */
export type Words = readonly Uint8Array[];

export function wordsOf(texts: Iterable<string>): Words {
  // Invalid text has the bytes of its replacement character, and equals it.
  const different = new Set(Array.from(texts, (text) => text.toWellFormed()));
  return [...different].map((text) => Buffer.from(text)).sort(Buffer.compare);
}

export function mergedWords(lists: readonly Words[]): Words {
  const decoder = new TextDecoder();
  return wordsOf(lists.flat().map((word) => decoder.decode(word)));
}

/** One of the words, none of which is empty, with what follows it. States of a word are only built when its bytes come. */
export function oneWord(words: Words, then: (index: number) => State): State {
  return wordFrom({ words, then }, { first: 0, end: words.length, at: 0 });
}

type List = { readonly words: Words; then(index: number): State };
/** Words of which the first `at` bytes are the same and have been read; all of them are longer. */
type Stretch = { readonly first: number; readonly end: number; readonly at: number };

function wordFrom(list: List, { first, end, at }: Stretch): State {
  const lowest = list.words[first]?.[at] ?? 0;
  const highest = list.words[end - 1]?.[at] ?? 0;
  return reading((byte) => {
    if (byte < lowest || byte > highest) return [];
    const from = firstNotBelow(list.words, { first, end, at }, byte);
    const to = firstNotBelow(list.words, { first: from, end, at }, byte + 1);
    if (from === to) return [];
    // The shortest comes first.
    const isWhole = list.words[from]?.length === at + 1;
    const longer = { first: isWhole ? from + 1 : from, end: to, at: at + 1 };
    return [
      ...(isWhole ? [list.then(from)] : []),
      ...(longer.first < longer.end ? [wordFrom(list, longer)] : []),
    ];
  });
}

/**
 * What `state` reads, save the words. As long as it is like one of them, no byte of an escape may come, which could spell the rest of it.
 */
export function noWord(words: Words, state: State, signs: { escape: number; last: number }): State {
  const from = (stretch: Stretch, inner: State): State => {
    const { first, end, at } = stretch;
    if (first >= end) return inner;
    return reading((byte) => {
      const low = firstNotBelow(words, stretch, byte);
      const high = firstNotBelow(words, { first: low, end, at }, byte + 1);
      if (byte === signs.escape || (byte === signs.last && low < high)) return [];
      const next = inner.step(byte);
      return low < high ? next.map((one) => from({ first: low, end: high, at: at + 1 }, one)) : next;
    });
  };
  return from({ first: 0, end: words.length, at: 0 }, state);
}

/** Where in a stretch the words begin whose next byte is at least this one. */
function firstNotBelow(words: Words, { first, end, at }: Stretch, byte: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.[at] ?? 0) < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}
