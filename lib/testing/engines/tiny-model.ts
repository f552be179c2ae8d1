import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportModel } from "#lib/engine/embedded/files/export-model.ts";
import type { DecoderConfig } from "#lib/engine/embedded/model/decoder-config.ts";
import { type Parameters, parameterShapes, type Tensor } from "#lib/engine/embedded/model/parameters.ts";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { trainBpe } from "#lib/engine/text/train-bpe.ts";

export type TinyModel = { readonly config: DecoderConfig; readonly parameters: Parameters };

export type TinyModelOptions = {
  readonly family?: DecoderConfig["family"];
  readonly seed?: number;
  readonly chatTemplate?: string;
};

/** Writes a model folder that anything can open and that answers nonsense: two layers, some 300 tokens, random weights. */
export async function writeTinyModel(folder: string, options: TinyModelOptions = {}): Promise<TinyModel> {
  const { family = "qwen3", seed = 1, chatTemplate = CHAT_TEMPLATE } = options;
  const text = await mkdtemp(join(tmpdir(), "spindle-tiny-text-"));
  await mkdir(folder, { recursive: true });
  const tokenizer = trainBpe(TEXTS, { vocabSize: VOCAB_SIZE, addedTokens: ADDED_TOKENS });
  const vocabSize = Object.keys(tokenizer.model.vocab).length;
  await writeJson(join(text, "tokenizer.json"), tokenizer);
  await writeJson(join(text, "tokenizer_config.json"), {
    tokenizer_class: "PreTrainedTokenizerFast",
    eos_token: "<|im_end|>",
    pad_token: "<|endoftext|>",
  });
  await writeJson(join(text, "generation_config.json"), { eos_token_id: [2, 0], pad_token_id: 0 });
  await writeFile(join(text, "chat_template.jinja"), chatTemplate);
  const config = tinyConfig(family, vocabSize);
  const parameters = randomParameters(config, seed);
  await exportModel(folder, { config, parameters, textFolder: text });
  await rm(text, { recursive: true });
  return { config, parameters };
}

const ADDED_TOKENS = [
  { content: "<|endoftext|>", isSpecial: true },
  { content: "<|im_start|>", isSpecial: true },
  { content: "<|im_end|>", isSpecial: true },
  { content: "<tool_call>", isSpecial: false },
  { content: "</tool_call>", isSpecial: false },
];

/** 256 bytes, the added tokens and a few words. */
const VOCAB_SIZE = 300;
const TEXTS = [
  "respond with yes, no or maybe",
  "the user asks and the assistant answers",
  "one two three four five",
];

/** The families' common form of a conversation, with tools. */
const CHAT_TEMPLATE = `{%- if tools %}
{{- '<|im_start|>system\\nTools:' }}
{%- for tool in tools %}{{- '\\n' + (tool | tojson) }}{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
{{- '<|im_start|>' + message.role + '\\n' + message.content }}
{%- for call in message.tool_calls or [] %}
{{- '<tool_call>\\n{"name": ' + (call.function.name | tojson) + ', "arguments": ' + (call.function.arguments | tojson) + '}\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}
`;

function tinyConfig(family: DecoderConfig["family"], vocabSize: number): DecoderConfig {
  return {
    family,
    vocabSize,
    width: 16,
    layers: 2,
    heads: 4,
    kvHeads: 2,
    headWidth: 8,
    ffnWidth: 32,
    rmsEpsilon: 1e-6,
    rope: { theta: 10_000, scaling: null },
    hasQkNorm: family === "qwen3",
    hasQkvBias: family === "qwen2",
    hasTiedHead: family !== "llama",
    contextLength: 256,
  };
}

function randomParameters(config: DecoderConfig, seed: number): Parameters {
  const parameters = new Map<string, Tensor>();
  for (const [name, shape] of parameterShapes(config)) {
    const random = randomNumbers(seed, name);
    const centre = name.endsWith("norm.weight") ? 1 : 0;
    const size = shape.reduce((product, axis) => product * axis, 1);
    parameters.set(name, {
      shape,
      data: Float32Array.from({ length: size }, () => centre + 0.5 * (random() - 0.5)),
    });
  }
  return parameters;
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 1)}\n`);
}
