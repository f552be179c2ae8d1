import { join } from "node:path";
import { isJsonObject } from "#lib/engine/port/json-object.ts";
import { readModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { DecoderConfig, RopeConfig } from "../model/decoder-config.ts";

/**
 * Reads `config.json` of a Llama, Qwen2 or Qwen3 model as `transformers` of versions 4 and 5 write it. What the file leaves out is what
 * `transformers` takes then. Throws `UnsupportedModel`, naming the field and its value, for what the engine does not compute.
 */
export async function readDecoderConfig(folder: string): Promise<DecoderConfig> {
  const fields = await readModelJson(join(folder, "config.json"));
  const family = readFamily(fields.model_type);
  refuseOtherArchitectures(fields, family);
  const defaults = DEFAULTS[family];
  const width = readCount(fields, "hidden_size");
  const heads = readCount(fields, "num_attention_heads");
  const config: DecoderConfig = {
    family,
    vocabSize: readCount(fields, "vocab_size"),
    width,
    layers: readCount(fields, "num_hidden_layers", { max: MAX_LAYERS }),
    heads,
    kvHeads: readCount(fields, "num_key_value_heads", { fallback: defaults.kvHeads ?? heads }),
    headWidth: readCount(fields, "head_dim", { fallback: defaults.headWidth ?? Math.floor(width / heads) }),
    ffnWidth: readCount(fields, "intermediate_size"),
    rmsEpsilon: readNumber(fields, "rms_norm_eps", 1e-6),
    rope: readRope(fields),
    hasQkNorm: family === "qwen3",
    hasQkvBias: family === "qwen2",
    hasTiedHead: readFlag(fields, "tie_word_embeddings"),
    contextLength: readCount(fields, "max_position_embeddings", {
      fallback: defaults.contextLength,
      max: MAX_CONTEXT,
    }),
  };
  refuseOddShapes(config);
  return config;
}

type Fields = Readonly<Record<string, unknown>>;
type Family = DecoderConfig["family"];

/** The defaults of the configuration classes of `transformers`; null if the default follows from other fields. */
const DEFAULTS: {
  [F in Family]: { kvHeads: number | null; headWidth: number | null; contextLength: number };
} = {
  llama: { kvHeads: null, headWidth: null, contextLength: 2048 },
  qwen2: { kvHeads: 32, headWidth: null, contextLength: 32768 },
  qwen3: { kvHeads: 32, headWidth: 128, contextLength: 32768 },
};

const ARCHITECTURES: { [F in Family]: string } = {
  llama: "LlamaForCausalLM",
  qwen2: "Qwen2ForCausalLM",
  qwen3: "Qwen3ForCausalLM",
};

/** Beyond what any model of these families has; a larger number in a stranger's file would only exhaust the memory. */
const MAX_LAYERS = 1024;
const MAX_CONTEXT = 2 ** 24;
const MAX_COUNT = 2 ** 31 - 1;

const DEFAULT_THETA = 10_000;

function readFamily(value: unknown): Family {
  if (value === "llama" || value === "qwen2" || value === "qwen3") return value;
  throw unsupported("model_type", value, "llama, qwen2 or qwen3");
}

/** Fields that change the computation, with the only values that mean the plain decoder. Null and absence mean it too. */
const PLAIN: readonly (readonly [field: string, plain: readonly unknown[], expected: string])[] = [
  ["hidden_act", ["silu", "swish"], "silu"],
  // A bias on o_proj comes with it, which no parameter here holds.
  ["attention_bias", [false], "false"],
  ["mlp_bias", [false], "false"],
  ["use_sliding_window", [false], "false"],
  ["partial_rotary_factor", [1], "1"],
  ["quantization_config", [], "no such field"],
  ["compression_config", [], "no such field"],
];

function refuseOtherArchitectures(fields: Fields, family: Family): void {
  const { architectures, layer_types: layerTypes } = fields;
  const architecture = ARCHITECTURES[family];
  if (Array.isArray(architectures) && !architectures.includes(architecture))
    throw unsupported("architectures", architectures, architecture);
  for (const [field, plain, expected] of PLAIN)
    if (isSaid(fields[field]) && !plain.includes(fields[field]))
      throw unsupported(field, fields[field], expected);
  if (Array.isArray(layerTypes) && layerTypes.some((type) => type !== "full_attention"))
    throw unsupported("layer_types", layerTypes, "full_attention throughout");
  // Qwen has use_sliding_window to enable it; without that field, the window itself decides.
  if (family === "llama" && isSaid(fields.sliding_window))
    throw unsupported("sliding_window", fields.sliding_window, "null");
}

/** Version 5 of `transformers` keeps all of it in `rope_parameters`; version 4 has `rope_theta` and, where it scales, `rope_scaling`. */
function readRope(fields: Fields): RopeConfig {
  const field = isSaid(fields.rope_scaling) ? "rope_scaling" : "rope_parameters";
  const parameters = fields[field] ?? {};
  if (!isJsonObject(parameters)) throw unsupported(field, parameters, "an object");
  const theta = readNumber(
    { rope_theta: parameters.rope_theta ?? fields.rope_theta },
    "rope_theta",
    DEFAULT_THETA,
  );
  const kind = parameters.rope_type ?? parameters.type ?? "default";
  if (isSaid(parameters.partial_rotary_factor) && parameters.partial_rotary_factor !== 1)
    throw unsupported(`${field}.partial_rotary_factor`, parameters.partial_rotary_factor, "1");
  if (kind === "default") return { theta, scaling: null };
  if (kind !== "llama3") throw unsupported(`${field}.rope_type`, kind, "default or llama3");
  return {
    theta,
    scaling: {
      kind,
      factor: readNumber(parameters, "factor"),
      lowFrequencyFactor: readNumber(parameters, "low_freq_factor"),
      highFrequencyFactor: readNumber(parameters, "high_freq_factor"),
      originalContextLength: readCount(parameters, "original_max_position_embeddings"),
    },
  };
}

function refuseOddShapes({ heads, kvHeads, headWidth }: DecoderConfig): void {
  if (heads % kvHeads !== 0)
    throw unsupported("num_key_value_heads", kvHeads, `a divisor of num_attention_heads, ${heads}`);
  if (headWidth % 2 !== 0) throw unsupported("head_dim", headWidth, "an even number");
}

function readCount(
  fields: Fields,
  name: string,
  { fallback, max = MAX_COUNT }: { fallback?: number; max?: number } = {},
): number {
  const value = fields[name] ?? fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw unsupported(name, value, `a whole number from 1 to ${max}`);
}

function readNumber(fields: Fields, name: string, fallback?: number): number {
  const value = fields[name] ?? fallback;
  if (typeof value === "number" && value > 0) return value;
  throw unsupported(name, value, "a number above 0");
}

function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === "boolean") return value;
  throw unsupported(name, value, "true or false");
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function unsupported(field: string, value: unknown, expected: string): UnsupportedModel {
  return new UnsupportedModel(
    `config.json has ${field} ${JSON.stringify(value) ?? "nowhere"}; the engine needs ${expected}`,
  );
}
