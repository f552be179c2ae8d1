import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trainBpe, WORD_PATTERN } from "./train-bpe.ts";

const TEXTS = [
  "the cat sat on the mat, the cat's hat is 12 years old",
  "a man, a plan, a canal: Panama! the man sat  on\n\nthe plan",
  "naïve café – über 東京 🙂 the naïve cat",
  "plans for the canal are older than the plans of the man who sat there",
];
const ADDED = [
  { content: "<|end|>", isSpecial: true },
  { content: "<tool>", isSpecial: false },
];
const MERGES = 24;
const SIZE = 2 + 256 + MERGES;

describe("training a byte-level BPE", () => {
  test("merges what a plain recount of all pairs before each merge would", () => {
    const { model } = trainBpe(TEXTS, { vocabSize: SIZE, addedTokens: ADDED });

    expect(model.merges).toEqual(plainMerges(TEXTS, MERGES));
  });

  test("agrees with the plain count on any texts", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é", "1", "."), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 5 }), (texts) => {
        const { model } = trainBpe(texts, { vocabSize: 256 + 12, addedTokens: [] });

        expect(model.merges.slice(0, 12)).toEqual(plainMerges(texts, model.merges.length).slice(0, 12));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test("gives the same vocabulary whatever the order of the texts", () => {
    const options = { vocabSize: SIZE, addedTokens: ADDED };

    expect(trainBpe(TEXTS.toReversed(), options)).toEqual(trainBpe(TEXTS, options));
  });

  test("gives added tokens the first ids, then the bytes, then the merges, and no id twice", () => {
    const { added_tokens: added, model } = trainBpe(TEXTS, { vocabSize: SIZE, addedTokens: ADDED });

    expect(added).toMatchObject([
      { id: 0, content: "<|end|>", special: true },
      { id: 1, content: "<tool>", special: false },
    ]);
    expect(Object.values(model.vocab).sort((a, b) => a - b)).toEqual(
      Array.from({ length: SIZE }, (_, id) => id),
    );
    const [left, right] = model.merges[0] ?? [];
    expect(model.vocab[`${left}${right}`]).toBe(2 + 256);
  });

  test("stops where no pair occurs twice, with a smaller vocabulary", () => {
    const { model } = trainBpe(["ab"], { vocabSize: 1000, addedTokens: [] });

    expect(model.merges).toEqual([]);
    expect(Object.keys(model.vocab)).toHaveLength(256);
  });

  test("refuses a vocabulary that cannot hold the bytes", () => {
    expect(() => trainBpe(TEXTS, { vocabSize: 257, addedTokens: ADDED })).toThrow(/257 has no room for 258/);
  });
});

describe("the tokenizer it makes, read by the library", () => {
  const json = trainBpe(TEXTS, { vocabSize: SIZE, addedTokens: ADDED });
  const tokenizer = new Tokenizer(json, { clean_up_tokenization_spaces: false });

  test("gives back any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), (text) => {
        const { ids } = tokenizer.encode(text, { add_special_tokens: false });

        expect(tokenizer.decode(ids, { skip_special_tokens: false })).toBe(text);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test("cuts words as merging them one after the other does", () => {
    for (const text of [...TEXTS, "the matted canal, 2026"]) {
      const { ids } = tokenizer.encode(text, { add_special_tokens: false });

      expect(ids).toEqual(plainEncode(text, json.model));
    }
  });

  test("reads an added token in one piece", () => {
    const { ids } = tokenizer.encode("the<|end|> <tool>", { add_special_tokens: false });

    expect(ids).toContain(0);
    expect(ids.at(-1)).toBe(1);
  });

  test("gives a quoted word the tokens of the word alone", () => {
    const alone = tokenizer.encode("plan", { add_special_tokens: false }).ids;
    const quoted = tokenizer.encode('"plan"', { add_special_tokens: false }).ids;

    expect(quoted.slice(1, -1)).toEqual(alone);
  });
});

// The slow way: words as lists, every pair counted again for each merge.

function plainMerges(texts: readonly string[], count: number): string[][] {
  let words = texts.flatMap(piecesOf);
  const merges: string[][] = [];
  const made = new Set<string>();
  while (made.size < count) {
    const counts = new Map<string, number>();
    for (const word of words)
      for (let i = 0; i + 1 < word.length; i++) {
        const pair = `${word[i]} ${word[i + 1]}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    const [best] = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0].split(" "), b[0].split(" ")));
    if (!best || best[1] < 2) break;
    const pair = best[0].split(" ");
    merges.push(pair);
    made.add(pair.join(""));
    words = words.map((word) => join(word, pair));
  }
  return merges;
}

function plainEncode(
  text: string,
  model: { vocab: Readonly<Record<string, number>>; merges: readonly (readonly string[])[] },
) {
  const words = piecesOf(text).map((word) =>
    model.merges.reduce<string[]>((parts, pair) => join(parts, pair), word),
  );
  return words.flat().map((part) => model.vocab[part]);
}

function piecesOf(text: string): string[][] {
  return [...text.matchAll(new RegExp(WORD_PATTERN, "gu"))].map(([piece]) =>
    [...Buffer.from(piece)].map((byte) => {
      const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
      return String.fromCharCode(isPrintable ? byte : 256 + UNPRINTABLE.indexOf(byte));
    }),
  );
}

const UNPRINTABLE = [
  ...Array.from({ length: 33 }, (_, i) => i),
  ...Array.from({ length: 34 }, (_, i) => 127 + i),
  173,
];

function join(parts: readonly string[], [left, right]: readonly (string | undefined)[]): string[] {
  const joined: string[] = [];
  for (const part of parts)
    if (joined.at(-1) === left && part === right && !lastIsJoined(joined))
      joined.splice(-1, 1, `${left}${right}`);
    else joined.push(part);
  return joined;

  // A part that this merge just made is not the left half of the next.
  function lastIsJoined(list: readonly string[]): boolean {
    return list.at(-1) === `${left}${right}`;
  }
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) if (part !== b[i]) return part < (b[i] ?? "") ? -1 : 1;
  return 0;
}
