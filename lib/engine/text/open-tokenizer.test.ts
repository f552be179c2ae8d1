import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { byteAlphabet } from "./byte-alphabet.internal.ts";
import { openTokenizer, type Tokenizer } from "./open-tokenizer.ts";

/** How Qwen2 and Qwen3 cut text before merging. */
const QWEN_PATTERN =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

const MERGES = ["h e", "l l", "he ll", "hell o", "Ġ hello", "Ġ Ġ", "1 2", "Ċ Ċ", "ð Ł", "' l"];

let folder: string;
let tokenizer: Tokenizer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-tokenizer-"));
  tokenizer = await open(tokenizerJson());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("text becomes the ids that the Rust library of the same name gives", () => {
  for (const [text, ids] of GOLDEN) expect([text, tokenizer.encode(text)]).toEqual([text, ids]);
});

test("any text comes back from its tokens, and their bytes are its bytes", () => {
  const piece = fc.oneof(
    fc.constantFrom(" hello", "<|end|>", "<tool_call>", "<é>", "\n\n", "😀", "e\u0301", "12"),
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code).toWellFormed()),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join("");
      const ids = tokenizer.encode(text);
      expect(tokenizer.decode(ids)).toBe(text);
      expect(Buffer.concat(ids.map(tokenizer.tokenBytes)).toString("utf8")).toBe(text);
      expect(ids.every((id) => Number.isInteger(id) && id >= 0 && id < tokenizer.vocabSize)).toBe(true);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("half a character decodes to U+FFFD, and a surrogate without its other half is encoded as that", () => {
  const [first = -1] = tokenizer.encode("é");
  expect(tokenizer.tokenBytes(first)).toEqual(Uint8Array.of(0xc3));
  expect(tokenizer.decode([first])).toBe("\ufffd");
  expect(tokenizer.decode(tokenizer.encode("a\ud800b"))).toBe("a\ufffdb");
});

test("special tokens are distinguished from added tokens that are text", () => {
  expect([...tokenizer.specialIds]).toEqual([tokenizer.addedTokenId("<|end|>")]);
  expect(tokenizer.addedTokenId("<tool_call>")).toBe(tokenizer.vocabSize - 2);
  expect(tokenizer.addedTokenId("hello")).toBeNull();
  expect(Buffer.from(tokenizer.tokenBytes(tokenizer.vocabSize - 1)).toString()).toBe("<é>");
});

test("nothing is added to a text, not even what the files would have at its beginning", async () => {
  const post_processor = {
    type: "TemplateProcessing",
    single: [{ SpecialToken: { id: "<|end|>", type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }],
    pair: [],
    special_tokens: { "<|end|>": { id: "<|end|>", ids: [266], tokens: ["<|end|>"] } },
  };
  expect((await open({ ...tokenizerJson(), post_processor })).encode("a")).toEqual([97]);
});

test("ids that the vocabulary leaves out stand for nothing", () => {
  expect(tokenizer.tokenBytes(tokenizer.vocabSize)).toEqual(new Uint8Array(0));
  expect(tokenizer.tokenBytes(-1)).toEqual(new Uint8Array(0));
  expect(tokenizer.decode([tokenizer.vocabSize, ...tokenizer.encode("a")])).toBe("a");
  expect(tokenizer.encode("")).toEqual([]);
  expect(tokenizer.decode([])).toBe("");
});

test.each<[string, object, string]>([
  ["another kind of vocabulary", { model: { type: "Unigram", vocab: [] } }, '"Unigram"'],
  [
    "a vocabulary of characters",
    { decoder: { type: "Sequence", decoders: [{ type: "ByteFallback" }, { type: "Fuse" }] } },
    "ByteFallback",
  ],
  ["no decoder", { decoder: null }, "decoder null"],
  [
    "a vocabulary without some byte",
    { model: { type: "BPE", vocab: { a: 0 }, merges: [] } },
    "no token for the byte 0",
  ],
  ["a part that the library does not know", { normalizer: { type: "Shout" } }, "Shout"],
])("%s is refused with what was found", async (_, change, words) => {
  const opened = open({ ...tokenizerJson(), ...change });
  await expect(opened).rejects.toThrow(UnsupportedModel);
  await expect(opened).rejects.toThrow(words);
});

test("a missing tokenizer.json and one that is not JSON fail differently", async () => {
  await expect(openTokenizer(join(folder, "not-there"))).rejects.toThrow(UnsupportedModel);
  await writeFile(join(folder, "tokenizer.json"), "{");
  await expect(openTokenizer(folder)).rejects.toThrow(CorruptFiles);
});

function tokenizerJson(): object {
  const entries = [...byteAlphabet(), ...MERGES.map((merge) => merge.replace(" ", ""))];
  const added = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [
      { id: entries.length, content: "<|end|>", ...added, special: true },
      { id: entries.length + 1, content: "<tool_call>", ...added, special: false },
      { id: entries.length + 2, content: "<é>", ...added, special: false },
    ],
    normalizer: null,
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Split", pattern: { Regex: QWEN_PATTERN }, behavior: "Isolated", invert: false },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
      ],
    },
    post_processor: { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
    decoder: { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(entries.map((entry, id) => [entry, id])),
      merges: MERGES,
    },
  };
}

async function open(json: object): Promise<Tokenizer> {
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(json));
  return openTokenizer(folder);
}

/** Made with version 0.23.2 of the Rust library, from the very tokenizer.json of this file. */
const GOLDEN: readonly (readonly [text: string, ids: readonly number[]])[] = [
  ["hello hello", [259, 260]],
  ["  hello", [32, 260]],
  ["say hello\n\nhell<|end|> hello<tool_call>x", [115, 97, 121, 260, 263, 258, 266, 260, 267, 120]],
  ["1212", [49, 50, 49, 50]],
  ["we'll HE'LL", [119, 101, 39, 257, 32, 72, 69, 39, 76, 76]],
  ["\ud83d\ude00 \u00e9 \u6f22", [264, 152, 128, 32, 195, 169, 32, 230, 188, 162]],
  ["a\r\n b\u00a0hello", [97, 13, 10, 32, 98, 194, 160, 259]],
  ["<|end<|end|>|>", [60, 124, 101, 110, 100, 266, 124, 62]],
];
