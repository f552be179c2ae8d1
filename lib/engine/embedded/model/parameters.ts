import type { DecoderConfig } from "./decoder-config.ts";

/** Numbers with their shape, row by row. */
export type Tensor = { readonly shape: readonly number[]; readonly data: Float32Array };

/** A model's tensors by their Hugging Face names. */
export type Parameters = ReadonlyMap<string, Tensor>;

/** A tensor that stands in a file, little-endian, from one byte of it to another. */
export type StoredTensor = {
  readonly shape: readonly number[];
  readonly type: "float32" | "float16" | "bfloat16";
  readonly path: string;
  readonly start: number;
  readonly end: number;
};

/** As `Parameters`, of tensors that nobody has read. */
export type StoredParameters = ReadonlyMap<string, StoredTensor>;

export const EMBEDDING = "model.embed_tokens.weight";
export const FINAL_NORM = "model.norm.weight";
export const HEAD = "lm_head.weight";

/** The projections that an adapter may be put on, by the names that PEFT uses. */
export const PROJECTIONS = [
  "q_proj",
  "k_proj",
  "v_proj",
  "o_proj",
  "gate_proj",
  "up_proj",
  "down_proj",
] as const;
export type Projection = (typeof PROJECTIONS)[number];

/** `q_proj` of layer 3 is `model.layers.3.self_attn.q_proj`; its matrix is that plus `.weight`, [out, in]. */
export function projectionName(layer: number, projection: Projection): string {
  const block =
    projection === "gate_proj" || projection === "up_proj" || projection === "down_proj"
      ? "mlp"
      : "self_attn";
  return `model.layers.${layer}.${block}.${projection}`;
}

/** Outputs and inputs of a projection. */
export function projectionShape(
  config: DecoderConfig,
  projection: Projection,
): readonly [out: number, in_: number] {
  const { width, ffnWidth } = config;
  const queries = config.heads * config.headWidth;
  const keys = config.kvHeads * config.headWidth;
  const shapes: { [P in Projection]: readonly [number, number] } = {
    q_proj: [queries, width],
    k_proj: [keys, width],
    v_proj: [keys, width],
    o_proj: [width, queries],
    gate_proj: [ffnWidth, width],
    up_proj: [ffnWidth, width],
    down_proj: [width, ffnWidth],
  };
  return shapes[projection];
}

/** The shape of each parameter that a model of this config has, in the order in which they are used. */
export function parameterShapes(config: DecoderConfig): Map<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>([[EMBEDDING, [config.vocabSize, config.width]]]);
  for (let layer = 0; layer < config.layers; layer++) {
    const prefix = `model.layers.${layer}`;
    shapes.set(`${prefix}.input_layernorm.weight`, [config.width]);
    for (const projection of PROJECTIONS) {
      const [outputs, inputs] = projectionShape(config, projection);
      if (projection === "gate_proj") shapes.set(`${prefix}.post_attention_layernorm.weight`, [config.width]);
      shapes.set(`${projectionName(layer, projection)}.weight`, [outputs, inputs]);
      if (config.hasQkvBias && "qkv".includes(projection.charAt(0)) && projection !== "o_proj")
        shapes.set(`${projectionName(layer, projection)}.bias`, [outputs]);
    }
    if (config.hasQkNorm) {
      shapes.set(`${prefix}.self_attn.q_norm.weight`, [config.headWidth]);
      shapes.set(`${prefix}.self_attn.k_norm.weight`, [config.headWidth]);
    }
  }
  shapes.set(FINAL_NORM, [config.width]);
  if (!config.hasTiedHead) shapes.set(HEAD, [config.vocabSize, config.width]);
  return shapes;
}
