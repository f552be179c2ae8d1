import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trainBpe } from "#lib/engine/text/train-bpe.ts";

/** Control tokens of three families in one vocabulary. */
export const CONTROL_TOKENS = [
  "<|endoftext|>",
  "<|im_start|>",
  "<|im_end|>",
  "<|bot|>",
  "<|eot_id|>",
  "<|start_header_id|>",
  "<|end_header_id|>",
];
const TOKENIZER = trainBpe([], {
  vocabSize: 256 + CONTROL_TOKENS.length + 2,
  addedTokens: [
    ...CONTROL_TOKENS.map((content) => ({ content, isSpecial: true })),
    { content: "<tool_call>", isSpecial: false },
    { content: "</tool_call>", isSpecial: false },
  ],
});

export type ChatFolder = {
  readonly template?: string | undefined;
  readonly json?: string;
  readonly settings?: object;
  readonly generation?: object;
  readonly config?: object;
};

/** Writes the text files of a model below `root`: a small vocabulary and whatever is asked of templates and settings. */
export async function writeChatFolder(
  root: string,
  { template, json, settings, generation, config }: ChatFolder,
): Promise<string> {
  const folder = join(root, crypto.randomUUID());
  await mkdir(folder);
  const write = (name: string, value: object) => writeFile(join(folder, name), JSON.stringify(value));
  await write("tokenizer.json", TOKENIZER);
  await write("tokenizer_config.json", { bos_token: "<|bot|>", ...settings });
  await write("config.json", { max_position_embeddings: 512, ...config });
  if (generation) await write("generation_config.json", generation);
  if (json !== undefined) await write("chat_template.json", { chat_template: json });
  if (template !== undefined) await writeFile(join(folder, "chat_template.jinja"), template);
  return folder;
}
