import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AddedToken, trainBpe } from "#lib/engine/text/train-bpe.ts";
import { trainingExercise } from "../corpus/corpus.ts";
import { renderExercise } from "../render.ts";
import { CONTEXT_LENGTH, VOCAB_SIZE } from "./shape.ts";

export const END_OF_TURN = "<|im_end|>";
const END_OF_TEXT = "<|endoftext|>";

/** They take the first ids in this order. */
export const ADDED_TOKENS: readonly AddedToken[] = [
  { content: END_OF_TEXT, isSpecial: true },
  { content: "<|im_start|>", isSpecial: true },
  { content: END_OF_TURN, isSpecial: true },
  { content: "<tools>", isSpecial: false },
  { content: "</tools>", isSpecial: false },
  { content: "<tool_call>", isSpecial: false },
  { content: "</tool_call>", isSpecial: false },
  { content: "<tool_response>", isSpecial: false },
  { content: "</tool_response>", isSpecial: false },
];

/** Ids from here on are bytes and what was merged from them. */
export const FIRST_TEXT_TOKEN = ADDED_TOKENS.length;

/** Exercises that the vocabulary is learned from; they are a part of those that the model is trained on. */
const VOCABULARY_EXERCISES = 20_000;

const CHAT_TEMPLATE = readFileSync(join(import.meta.dirname, "chat-template.jinja"), "utf8");

/** Learns the vocabulary and writes what says how text becomes tokens, in the files that Hugging Face's libraries read. */
export async function writeTextFiles(folder: string): Promise<void> {
  const tokenizer = trainBpe(vocabularyTexts(), { vocabSize: VOCAB_SIZE, addedTokens: ADDED_TOKENS });
  await writeJson(join(folder, "tokenizer.json"), tokenizer);
  await writeJson(join(folder, "tokenizer_config.json"), TOKENIZER_CONFIG);
  await writeJson(join(folder, "generation_config.json"), GENERATION_CONFIG);
  await writeFile(join(folder, "chat_template.jinja"), CHAT_TEMPLATE);
}

const TOKENIZER_CONFIG = {
  tokenizer_class: "PreTrainedTokenizerFast",
  model_max_length: CONTEXT_LENGTH,
  bos_token: null,
  eos_token: END_OF_TURN,
  pad_token: END_OF_TEXT,
  unk_token: null,
  add_prefix_space: false,
  clean_up_tokenization_spaces: false,
  // Older readers look for it here, newer ones in a file of its own.
  chat_template: CHAT_TEMPLATE,
};

const idOf = (content: string) => ADDED_TOKENS.findIndex((token) => token.content === content);

const GENERATION_CONFIG = {
  bos_token_id: null,
  eos_token_id: [idOf(END_OF_TURN), idOf(END_OF_TEXT)],
  pad_token_id: idOf(END_OF_TEXT),
  do_sample: true,
  temperature: 1,
};

/** The stretches between added tokens, as the model will read them. */
function* vocabularyTexts(): Iterable<string> {
  const added = new RegExp(ADDED_TOKENS.map(({ content }) => content.replaceAll("|", "\\|")).join("|"));
  for (let number = 0; number < VOCABULARY_EXERCISES; number++)
    for (const { text } of renderExercise(trainingExercise(number))) yield* text.split(added);
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 1)}\n`);
}
