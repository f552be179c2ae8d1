import { constants } from "node:fs";
import { access, copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findModelJson } from "#lib/engine/port/read-model-json.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, parameterShapes } from "../model/parameters.ts";
import { writeSafetensors } from "./safetensors.ts";

export type ExportedModel = {
  readonly config: DecoderConfig;
  readonly parameters: Parameters;
  /** The folder whose tokenizer, chat template and generation settings go with the weights. */
  readonly textFolder: string;
};

/** Writes a model into an existing folder as `AutoModelForCausalLM.from_pretrained` and `AutoTokenizer.from_pretrained` read it, in float32. */
export async function exportModel(
  folder: string,
  { config, parameters, textFolder }: ExportedModel,
): Promise<void> {
  for (const [name, shape] of parameterShapes(config)) {
    const tensor = parameters.get(name);
    if (tensor?.shape.join() !== shape.join())
      throw new Error(
        `${name} is ${tensor ? `[${tensor.shape}]` : "missing"}; the config makes it [${shape}]`,
      );
  }
  await writeSafetensors(join(folder, "model.safetensors"), parameters);
  const tokens = await readTokenIds(textFolder);
  await writeJson(join(folder, "config.json"), { ...modelConfig(config), ...tokens });
  await writeJson(join(folder, "generation_config.json"), await generationConfig(textFolder, tokens));
  for (const file of TEXT_FILES)
    if (await exists(join(textFolder, file)))
      await copyFile(join(textFolder, file), join(folder, file), constants.COPYFILE_EXCL);
}

/** Whatever of these a model has says how its text becomes tokens. */
const TEXT_FILES = [
  "tokenizer.json",
  "tokenizer_config.json",
  "special_tokens_map.json",
  "added_tokens.json",
  "vocab.json",
  "merges.txt",
  "chat_template.jinja",
  "chat_template.json",
];

const TOKEN_FIELDS = ["bos_token_id", "eos_token_id", "pad_token_id"];

async function readTokenIds(textFolder: string): Promise<Record<string, unknown>> {
  const fields = (await findModelJson(join(textFolder, "config.json"))) ?? {};
  const generation = (await findModelJson(join(textFolder, "generation_config.json"))) ?? {};
  return Object.fromEntries(TOKEN_FIELDS.map((name) => [name, fields[name] ?? generation[name] ?? null]));
}

async function generationConfig(
  textFolder: string,
  tokens: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return { ...tokens, ...(await findModelJson(join(textFolder, "generation_config.json"))) };
}

/** `torch_dtype` and `rope_theta` are what both version 4 and version 5 of `transformers` read. */
function modelConfig(config: DecoderConfig): Record<string, unknown> {
  if (config.hasQkNorm !== (config.family === "qwen3") || config.hasQkvBias !== (config.family === "qwen2"))
    throw new Error(
      `A ${config.family} model with hasQkNorm ${config.hasQkNorm} and hasQkvBias ${config.hasQkvBias} is not one that other tools know`,
    );
  return {
    architectures: [ARCHITECTURES[config.family]],
    model_type: config.family,
    vocab_size: config.vocabSize,
    hidden_size: config.width,
    intermediate_size: config.ffnWidth,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headWidth,
    hidden_act: "silu",
    max_position_embeddings: config.contextLength,
    initializer_range: 0.02,
    rms_norm_eps: config.rmsEpsilon,
    rope_theta: config.rope.theta,
    rope_scaling: ropeScaling(config),
    attention_dropout: 0,
    tie_word_embeddings: config.hasTiedHead,
    torch_dtype: "float32",
    use_cache: true,
    ...FAMILY_FIELDS[config.family],
  };
}

const ARCHITECTURES: { [F in DecoderConfig["family"]]: string } = {
  llama: "LlamaForCausalLM",
  qwen2: "Qwen2ForCausalLM",
  qwen3: "Qwen3ForCausalLM",
};

const FAMILY_FIELDS: { [F in DecoderConfig["family"]]: Record<string, unknown> } = {
  llama: { attention_bias: false, mlp_bias: false },
  qwen2: { use_sliding_window: false, sliding_window: null },
  qwen3: { attention_bias: false, use_sliding_window: false, sliding_window: null },
};

function ropeScaling({ rope: { scaling } }: DecoderConfig): object | null {
  if (!scaling) return null;
  return {
    rope_type: scaling.kind,
    factor: scaling.factor,
    low_freq_factor: scaling.lowFrequencyFactor,
    high_freq_factor: scaling.highFrequencyFactor,
    original_max_position_embeddings: scaling.originalContextLength,
  };
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { flag: "wx" });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
