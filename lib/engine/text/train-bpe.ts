import { byteAlphabet } from "./byte-alphabet.internal.ts";

export type AddedToken = {
  readonly content: string;
  /** Special tokens steer the model and are left out of decoded text; others are text in one piece, such as `<tool_call>`. */
  readonly isSpecial: boolean;
};

export type BpeOptions = {
  /** Entries in all: added tokens, the 256 bytes and the merges. Fewer come out where the text has no pair left that occurs twice. */
  readonly vocabSize: number;
  /** They take the first ids, in this order. The texts must not hold them. */
  readonly addedTokens: readonly AddedToken[];
};

/** What `tokenizer.json` holds for a byte-level BPE, as far as we write it. */
export type TokenizerJson = {
  readonly version: string;
  readonly added_tokens: readonly {
    readonly id: number;
    readonly content: string;
    readonly special: boolean;
  }[];
  readonly model: {
    readonly type: "BPE";
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (readonly [string, string])[];
  } & Readonly<Record<string, unknown>>;
} & Readonly<Record<string, unknown>>;

/**
 * Where text is cut before merging, as both JavaScript and Rust read it: a word with the space before it, each digit alone, runs of
 * signs with the space before them, white space. Quotation marks never stick to a word, so a quoted word has the tokens of a plain one.
 */
export const WORD_PATTERN = " ?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/**
 * Learns a byte-level BPE from texts (Sennrich, Haddow and Birch, 2016, over bytes as in GPT-2): again and again the pair of neighbours
 * that occurs most often becomes one entry; of equally frequent pairs the one whose text comes first, by UTF-16 code units of the
 * byte alphabet. The same texts in any order give the same result.
 */
export function trainBpe(texts: Iterable<string>, options: BpeOptions): TokenizerJson {
  const alphabet = byteAlphabet();
  const firstIds = [...options.addedTokens.map(({ content }) => content), ...alphabet];
  if (options.vocabSize < firstIds.length)
    throw new RangeError(
      `A vocabulary of ${options.vocabSize} has no room for ${firstIds.length} added tokens and bytes; use at least that many.`,
    );
  const entries = new Set(firstIds);
  const merges = learnMerges(countWords(texts, alphabet), entries, options.vocabSize);
  return tokenizerJson([...entries], merges, options.addedTokens);
}

/** A distinct piece of the texts, in the parts it has been merged to so far. */
type Word = { parts: string[]; readonly count: number };

function countWords(texts: Iterable<string>, alphabet: readonly string[]): Word[] {
  const pattern = new RegExp(WORD_PATTERN, "gu");
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [piece] of text.matchAll(pattern)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return [...counts].map(([piece, count]) => ({
    parts: Array.from(Buffer.from(piece, "utf8"), (byte) => alphabet[byte] ?? ""),
    count,
  }));
}

/** A pair of neighbours with its occurrences and the words that have it, or once had. */
type Pair = { readonly left: string; readonly right: string; count: number; readonly words: Set<Word> };

/** Adds what it merges to `entries`. Two merges may make the same text, so that there can be more merges than new entries. */
function learnMerges(words: readonly Word[], entries: Set<string>, vocabSize: number): [string, string][] {
  const pairs = new Map<string, Pair>();
  for (const word of words) countPairs(pairs, word, 1);
  const merges: [string, string][] = [];
  while (entries.size < vocabSize) {
    const best = mostFrequent(pairs.values());
    if (!best) break;
    merges.push([best.left, best.right]);
    entries.add(best.left + best.right);
    for (const word of [...best.words]) {
      countPairs(pairs, word, -1);
      word.parts = mergePair(word.parts, best);
      countPairs(pairs, word, 1);
    }
  }
  return merges;
}

/** Adds the word's pairs to the counts, or with sign −1 takes them away. */
function countPairs(pairs: Map<string, Pair>, word: Word, sign: 1 | -1): void {
  for (let i = 0; i + 1 < word.parts.length; i++) {
    const left = word.parts[i] ?? "";
    const right = word.parts[i + 1] ?? "";
    // The byte alphabet has no space, so the key is unambiguous.
    const key = `${left} ${right}`;
    const pair = pairs.get(key) ?? { left, right, count: 0, words: new Set() };
    pair.count += sign * word.count;
    if (sign === 1) pair.words.add(word);
    pairs.set(key, pair);
    if (pair.count === 0) pairs.delete(key);
  }
}

/** The pair to merge next, or null if none occurs twice. */
function mostFrequent(pairs: Iterable<Pair>): Pair | null {
  let best: Pair | null = null;
  for (const pair of pairs) if (pair.count > 1 && (!best || precedes(pair, best))) best = pair;
  return best;
}

function precedes(pair: Pair, other: Pair): boolean {
  if (pair.count !== other.count) return pair.count > other.count;
  if (pair.left !== other.left) return pair.left < other.left;
  return pair.right < other.right;
}

/** Merges every occurrence of the pair, from left to right. */
function mergePair(parts: readonly string[], { left, right }: Pair): string[] {
  const merged: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const isPair = parts[i] === left && parts[i + 1] === right;
    merged.push(isPair ? left + right : (parts[i] ?? ""));
    if (isPair) i++;
  }
  return merged;
}

function tokenizerJson(
  entries: readonly string[],
  merges: readonly [string, string][],
  addedTokens: readonly AddedToken[],
): TokenizerJson {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false };
  const split = { type: "Split", pattern: { Regex: WORD_PATTERN }, behavior: "Isolated", invert: false };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: addedTokens.map(({ content, isSpecial }, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: isSpecial,
    })),
    normalizer: null,
    pre_tokenizer: { type: "Sequence", pretokenizers: [split, byteLevel] },
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(entries.map((entry, id) => [entry, id])),
      merges,
    },
  };
}
