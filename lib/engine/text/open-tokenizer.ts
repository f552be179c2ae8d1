import { join } from "node:path";
import { Tokenizer as LibraryTokenizer } from "@huggingface/tokenizers";
import { isJsonObject } from "#lib/engine/port/json-object.ts";
import { findModelJson, readModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { byteAlphabet } from "./byte-alphabet.internal.ts";

/** A model's vocabulary: text to token ids and back. */
export type Tokenizer = {
  /** One more than the highest id. */
  readonly vocabSize: number;
  /** Ids of special tokens, which control the model and are not part of the visible text. */
  readonly specialIds: ReadonlySet<number>;
  /** Recognises special tokens in the text; adds none. */
  encode(text: string): number[];
  /** Special tokens are given as their text. Bytes that are no UTF-8 become U+FFFD. */
  decode(ids: readonly number[]): string;
  /** The bytes of a token, for a special one those of its text; none for an unused id. */
  tokenBytes(id: number): Uint8Array;
  /** The id of an added token, special or not, by its exact text, or null. */
  addedTokenId(text: string): number | null;
};

/**
 * Opens the byte-level BPE of a Hugging Face folder (`tokenizer.json`, with `tokenizer_config.json` where there is one). Throws
 * `UnsupportedModel` for another kind of vocabulary: its tokens' bytes would depend on their neighbours.
 */
export async function openTokenizer(folder: string): Promise<Tokenizer> {
  const json = await readModelJson(join(folder, "tokenizer.json"));
  const settings = (await findModelJson(join(folder, "tokenizer_config.json"))) ?? {};
  requireByteLevel(json, folder);
  const library = openLibrary(json, settings, folder);
  const added = new Map(
    [...library.get_added_tokens_decoder().values()].map(({ content, id }) => [content, id]),
  );
  const bytes = tokenTable(library, new Set(added.values()), folder);
  const specialIds = new Set(
    [...library.get_added_tokens_decoder().values()].filter(({ special }) => special).map(({ id }) => id),
  );
  const tokenBytes = (id: number): Uint8Array => bytes[id] ?? NO_BYTES;
  return {
    vocabSize: bytes.length,
    specialIds,
    encode: (text) => (text === "" ? [] : library.encode(text, { add_special_tokens: false }).ids),
    decode: (ids) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(ids.map(tokenBytes))),
    tokenBytes,
    addedTokenId: (text) => added.get(text) ?? null,
  };
}

const NO_BYTES = new Uint8Array(0);

function requireByteLevel(json: Record<string, unknown>, folder: string): void {
  const { model, decoder } = json;
  const kind = isJsonObject(model) ? model.type : undefined;
  if (kind !== "BPE")
    throw new UnsupportedModel(
      `${folder}/tokenizer.json has a model of type ${JSON.stringify(kind)}, not BPE`,
    );
  const decoders = isJsonObject(decoder) && Array.isArray(decoder.decoders) ? decoder.decoders : [decoder];
  if (!decoders.every((part) => isJsonObject(part) && part.type === "ByteLevel"))
    throw new UnsupportedModel(
      `${folder}/tokenizer.json has the decoder ${JSON.stringify(decoder)}; only byte-level BPE is read, whose decoder is ByteLevel`,
    );
}

function openLibrary(json: object, settings: object, folder: string): LibraryTokenizer {
  try {
    return new LibraryTokenizer(json, settings);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnsupportedModel(`${folder}/tokenizer.json cannot be used: ${reason}`);
  }
}

/** The bytes of every id. */
function tokenTable(library: LibraryTokenizer, addedIds: ReadonlySet<number>, folder: string): Uint8Array[] {
  const vocabulary = library.get_vocab();
  const byteOf = new Map(byteAlphabet().map((character, byte) => [character, byte]));
  for (const [character, byte] of byteOf)
    if (!vocabulary.has(character))
      throw new UnsupportedModel(`${folder}/tokenizer.json has no token for the byte ${byte}`);
  const table: Uint8Array[] = [];
  for (const [token, id] of vocabulary)
    if (token !== undefined) table[id] = addedIds.has(id) ? utf8(token) : bytesOfToken(token, byteOf);
  return table;
}

function bytesOfToken(token: string, byteOf: ReadonlyMap<string, number>): Uint8Array {
  const bytes = Array.from(token, (character) => byteOf.get(character));
  // As in other readers, tokens outside the byte alphabet are plain text.
  return bytes.some((byte) => byte === undefined) ? utf8(token) : Uint8Array.from(bytes, (byte) => byte ?? 0);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
