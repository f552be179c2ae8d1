import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { readDecoderConfig } from "./read-decoder-config.ts";

const LLAMA = {
  architectures: ["LlamaForCausalLM"],
  attention_bias: false,
  attention_dropout: 0.0,
  bos_token_id: 128000,
  eos_token_id: [128001, 128008, 128009],
  head_dim: 64,
  hidden_act: "silu",
  hidden_size: 2048,
  initializer_range: 0.02,
  intermediate_size: 8192,
  max_position_embeddings: 131072,
  mlp_bias: false,
  model_type: "llama",
  num_attention_heads: 32,
  num_hidden_layers: 16,
  num_key_value_heads: 8,
  pretraining_tp: 1,
  rms_norm_eps: 1e-5,
  rope_scaling: {
    factor: 32.0,
    high_freq_factor: 4.0,
    low_freq_factor: 1.0,
    original_max_position_embeddings: 8192,
    rope_type: "llama3",
  },
  rope_theta: 500000.0,
  tie_word_embeddings: true,
  torch_dtype: "bfloat16",
  use_cache: true,
  vocab_size: 128256,
};

const QWEN2 = {
  architectures: ["Qwen2ForCausalLM"],
  hidden_act: "silu",
  hidden_size: 896,
  intermediate_size: 4864,
  max_position_embeddings: 32768,
  max_window_layers: 21,
  model_type: "qwen2",
  num_attention_heads: 14,
  num_hidden_layers: 24,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1000000.0,
  sliding_window: 32768,
  tie_word_embeddings: true,
  use_sliding_window: false,
  vocab_size: 151936,
};

const QWEN3 = {
  architectures: ["Qwen3ForCausalLM"],
  attention_bias: false,
  dtype: "bfloat16",
  head_dim: 128,
  hidden_act: "silu",
  hidden_size: 1024,
  intermediate_size: 3072,
  layer_types: ["full_attention", "full_attention"],
  max_position_embeddings: 40960,
  max_window_layers: 28,
  model_type: "qwen3",
  num_attention_heads: 16,
  num_hidden_layers: 28,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-6,
  rope_parameters: { rope_theta: 1000000, rope_type: "default" },
  sliding_window: null,
  tie_word_embeddings: true,
  use_sliding_window: false,
  vocab_size: 151936,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-config-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a Llama 3.2 config as version 4 of transformers writes it", async () => {
  expect(await read(LLAMA)).toEqual({
    family: "llama",
    vocabSize: 128256,
    width: 2048,
    layers: 16,
    heads: 32,
    kvHeads: 8,
    headWidth: 64,
    ffnWidth: 8192,
    rmsEpsilon: 1e-5,
    rope: {
      theta: 500000,
      scaling: {
        kind: "llama3",
        factor: 32,
        lowFrequencyFactor: 1,
        highFrequencyFactor: 4,
        originalContextLength: 8192,
      },
    },
    hasQkNorm: false,
    hasQkvBias: false,
    hasTiedHead: true,
    contextLength: 131072,
  } satisfies DecoderConfig);
});

test("a Qwen2.5 config: biases, and a window that it does not use", async () => {
  expect(await read(QWEN2)).toEqual({
    family: "qwen2",
    vocabSize: 151936,
    width: 896,
    layers: 24,
    heads: 14,
    kvHeads: 2,
    headWidth: 64,
    ffnWidth: 4864,
    rmsEpsilon: 1e-6,
    rope: { theta: 1000000, scaling: null },
    hasQkNorm: false,
    hasQkvBias: true,
    hasTiedHead: true,
    contextLength: 32768,
  } satisfies DecoderConfig);
});

test("a Qwen3 config as version 5 writes it: RoPE in one object, heads wider than the stream", async () => {
  expect(await read(QWEN3)).toEqual({
    family: "qwen3",
    vocabSize: 151936,
    width: 1024,
    layers: 28,
    heads: 16,
    kvHeads: 8,
    headWidth: 128,
    ffnWidth: 3072,
    rmsEpsilon: 1e-6,
    rope: { theta: 1000000, scaling: null },
    hasQkNorm: true,
    hasQkvBias: false,
    hasTiedHead: true,
    contextLength: 40960,
  } satisfies DecoderConfig);
});

test("version 5 writes llama3 scaling beside theta, and it is read the same", async () => {
  const { rope_theta, rope_scaling, ...rest } = LLAMA;
  const version5 = { ...rest, rope_parameters: { ...rope_scaling, rope_theta } };
  expect(await read(version5)).toEqual(await read(LLAMA));
});

test("what a file leaves out is what transformers takes then", async () => {
  const shape = {
    hidden_size: 64,
    intermediate_size: 96,
    num_hidden_layers: 1,
    num_attention_heads: 32,
    vocab_size: 9,
  };
  expect(await read({ model_type: "llama", ...shape })).toMatchObject({
    kvHeads: 32,
    headWidth: 2,
    contextLength: 2048,
    rmsEpsilon: 1e-6,
    rope: { theta: 10000, scaling: null },
    hasTiedHead: false,
  });
  expect(await read({ model_type: "qwen3", ...shape })).toMatchObject({
    kvHeads: 32,
    headWidth: 128,
    contextLength: 32768,
  });
});

test.each<[string, object, string]>([
  ["another kind of model", { ...QWEN2, model_type: "mixtral" }, 'model_type "mixtral"'],
  ["no kind at all", { hidden_size: 8 }, "model_type nowhere"],
  [
    "another head",
    { ...QWEN2, architectures: ["Qwen2ForSequenceClassification"] },
    "Qwen2ForSequenceClassification",
  ],
  ["another activation", { ...LLAMA, hidden_act: "gelu" }, 'hidden_act "gelu"'],
  ["biases on all projections", { ...LLAMA, attention_bias: true }, "attention_bias true"],
  ["biases in the feed-forward part", { ...LLAMA, mlp_bias: true }, "mlp_bias true"],
  ["a sliding window", { ...QWEN2, use_sliding_window: true }, "use_sliding_window true"],
  ["a sliding window of a Llama", { ...LLAMA, sliding_window: 4096 }, "sliding_window 4096"],
  ["layers that slide", { ...QWEN2, layer_types: ["full_attention", "sliding_attention"] }, "layer_types"],
  ["half of RoPE", { ...LLAMA, partial_rotary_factor: 0.5 }, "partial_rotary_factor 0.5"],
  ["quantised weights", { ...LLAMA, quantization_config: { bits: 4 } }, "quantization_config"],
  ["linear scaling, by its old name", { ...LLAMA, rope_scaling: { type: "linear", factor: 2 } }, '"linear"'],
  ["YaRN", { ...QWEN2, rope_scaling: { rope_type: "yarn", factor: 4 } }, 'rope_scaling.rope_type "yarn"'],
  [
    "llama3 scaling without its factor",
    { ...LLAMA, rope_scaling: { rope_type: "llama3" } },
    "factor nowhere",
  ],
  ["heads that do not share evenly", { ...LLAMA, num_key_value_heads: 5 }, "num_key_value_heads 5"],
  ["a head of odd width", { ...LLAMA, head_dim: 63 }, "head_dim 63"],
  ["no width", { ...LLAMA, hidden_size: undefined }, "hidden_size nowhere"],
  ["a width in words", { ...LLAMA, hidden_size: "wide" }, 'hidden_size "wide"'],
  ["more layers than any memory", { ...LLAMA, num_hidden_layers: 1e9 }, "num_hidden_layers 1000000000"],
  ["an epsilon of zero", { ...LLAMA, rms_norm_eps: 0 }, "rms_norm_eps 0"],
])("%s is refused with the field and its value", async (_, config, words) => {
  const reading = read(config);
  await expect(reading).rejects.toThrow(UnsupportedModel);
  await expect(reading).rejects.toThrow(words);
});

test("a folder without config.json and one whose config.json is not an object fail differently", async () => {
  await expect(readDecoderConfig(join(folder, "not-there"))).rejects.toThrow(UnsupportedModel);
  await writeFile(join(folder, "config.json"), "[1]");
  await expect(readDecoderConfig(folder)).rejects.toThrow(CorruptFiles);
});

async function read(config: object): Promise<DecoderConfig> {
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  return readDecoderConfig(folder);
}
