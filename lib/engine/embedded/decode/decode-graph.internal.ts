import type { Graph, Value } from "../graph/graph.ts";
import { computedHeadWidth } from "../model/computed-heads.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { EMBEDDING, FINAL_NORM, HEAD, projectionName } from "../model/parameters.ts";
import { ropeTables } from "../model/rope-tables.ts";
import type { GraphWeights } from "./graph-weights.internal.ts";

/**
 * Emits the forward pass of S new tokens for each of B rows that each have their own past.
 *
 * Inputs: `ids` [B, S]; `newest` [B], the position of each row's last new token; `total` [], the length of the longest row, its new tokens
 * included; `inverseTemperature` [B, 1]; and of each layer l `key.l` and `value.l` [B, KV, T, headWidth], which `nextKey.l` and `nextValue.l`
 * update where they lie. Outputs: `logprobs` of what follows the last new token and `probabilities` at the row's temperature, both [B, V].
 * Where S > 1 the runtime's attention takes one row alone.
 */
export function emitDecoder(weights: GraphWeights, config: DecoderConfig, contextLength: number): void {
  const decoder: Decoder = {
    graph: weights.graph,
    weights,
    config,
    headWidth: computedHeadWidth(config),
    attentionInputs: attentionInputs(weights, config, contextLength),
  };
  let sum = decoder.graph.op("Gather", [
    weights.get(EMBEDDING),
    decoder.graph.input("ids", "int32", ["B", "S"]),
  ]);
  let branch: Value | null = null;
  for (let layer = 0; layer < config.layers; layer++) {
    const entered = addAndNorm(decoder, [sum, branch], `model.layers.${layer}.input_layernorm.weight`);
    const middle = addAndNorm(
      decoder,
      [entered.sum, attention(decoder, layer, entered.normed)],
      `model.layers.${layer}.post_attention_layernorm.weight`,
    );
    sum = middle.sum;
    branch = swiGlu(decoder, layer, middle.normed);
  }
  emitDistributions(decoder, addAndNorm(decoder, [sum, branch], FINAL_NORM).normed);
}

type Decoder = {
  readonly graph: Graph;
  readonly weights: GraphWeights;
  readonly config: DecoderConfig;
  /** The width to which the weights' heads were widened. */
  readonly headWidth: number;
  /** The inputs that every layer's attention shares, besides its queries, keys, values and past. */
  readonly attentionInputs: readonly Value[];
};

function attentionInputs(weights: GraphWeights, config: DecoderConfig, contextLength: number): Value[] {
  const { cos, sin } = ropeTables(config, contextLength);
  const shape = [contextLength, computedHeadWidth(config) / 2];
  // Channels that were added are 0 and stay so, whatever they are turned by.
  const widened = (table: Float32Array) => widenedTable(table, config.headWidth / 2, shape);
  return [
    weights.graph.input("newest", "int32", ["B"]),
    weights.graph.input("total", "int32", []),
    weights.add("rope.cos", { shape, data: widened(cos) }),
    weights.add("rope.sin", { shape, data: widened(sin) }),
  ];
}

function widenedTable(
  table: Float32Array,
  columns: number,
  [rows = 0, widerColumns = 0]: readonly number[],
): Float32Array {
  const wider = new Float32Array(rows * widerColumns);
  for (let row = 0; row < rows; row++)
    wider.set(table.subarray(row * columns, (row + 1) * columns), row * widerColumns);
  return wider;
}

/** The residual stream with a branch added to it, and its root-mean-square norm: `x / √(mean(x²) + ε) · weight`. */
function addAndNorm(
  { graph, weights, config }: Decoder,
  [stream, branch]: readonly [Value, Value | null],
  weight: string,
): { sum: Value; normed: Value } {
  const epsilon = { float: config.rmsEpsilon };
  if (branch === null) return { sum: stream, normed: rmsNorm(graph, [stream, weights.get(weight)], epsilon) };
  const [normed, , , sum] = graph.ops(
    "SkipSimplifiedLayerNormalization",
    [stream, branch, weights.get(weight)],
    { attributes: { epsilon }, domain: "com.microsoft", outputs: 4 },
  );
  if (!normed || !sum) throw new Error("The norm has no outputs");
  return { sum, normed };
}

function rmsNorm(graph: Graph, inputs: readonly Value[], epsilon: { float: number }): Value {
  return graph.op("SimplifiedLayerNormalization", inputs, { axis: -1, epsilon });
}

function attention(decoder: Decoder, layer: number, x: Value): Value {
  const { graph, config } = decoder;
  const shape = ["B", config.kvHeads, "T", decoder.headWidth];
  const past = [`key.${layer}`, `value.${layer}`].map((name) => graph.input(name, "float32", shape));
  const [attended, nextKey, nextValue] = graph.ops(
    "GroupQueryAttention",
    [...queriesKeysValues(decoder, layer, x), ...past, ...decoder.attentionInputs],
    {
      attributes: {
        num_heads: config.heads,
        kv_num_heads: config.kvHeads,
        do_rotary: 1,
        scale: { float: 1 / Math.sqrt(config.headWidth) },
      },
      domain: "com.microsoft",
      outputs: 3,
    },
  );
  if (!attended || !nextKey || !nextValue) throw new Error("The attention has no outputs");
  graph.output(nextKey, `nextKey.${layer}`, "float32", shape);
  graph.output(nextValue, `nextValue.${layer}`, "float32", shape);
  return projected(decoder, attended, projectionName(layer, "o_proj"));
}

/** From one product for all three; where heads are normed the operator wants them apart, otherwise packed. */
function queriesKeysValues(decoder: Decoder, layer: number, x: Value): (Value | null)[] {
  const { graph, weights, config } = decoder;
  const names = (["q_proj", "k_proj", "v_proj"] as const).map((name) => projectionName(layer, name));
  const product = stacked(decoder, x, names);
  const packed = config.hasQkvBias
    ? graph.op("Add", [product, weights.stacked(names.map((name) => `${name}.bias`))])
    : product;
  if (!config.hasQkNorm) return [packed, null, null];
  const widths = [config.heads, config.kvHeads, config.kvHeads].map((heads) => heads * decoder.headWidth);
  const [queries, keys, values] = graph.ops("Split", [packed, graph.ints(widths)], {
    attributes: { axis: -1 },
    outputs: 3,
  });
  if (!queries || !keys || !values) throw new Error("The split has no outputs");
  const block = `model.layers.${layer}.self_attn`;
  return [
    headNorm(decoder, queries, `${block}.q_norm.weight`),
    headNorm(decoder, keys, `${block}.k_norm.weight`),
    values,
  ];
}

function headNorm({ graph, weights, config, headWidth }: Decoder, x: Value, weight: string): Value {
  const heads = graph.op("Reshape", [x, graph.ints([0, 0, -1, headWidth])]);
  const epsilon = { float: (config.rmsEpsilon * config.headWidth) / headWidth };
  const normed = rmsNorm(graph, [heads, weights.get(weight)], epsilon);
  return graph.op("Reshape", [normed, graph.ints([0, 0, -1])]);
}

/** `down(silu(gate(x)) · up(x))` with `silu(z) = z · sigmoid(z)`. */
function swiGlu(decoder: Decoder, layer: number, x: Value): Value {
  const { graph, config } = decoder;
  const [gateName, upName] = [projectionName(layer, "gate_proj"), projectionName(layer, "up_proj")];
  const both = stacked(decoder, x, [gateName, upName]);
  const [gate, up] = graph.ops("Split", [both, graph.ints([config.ffnWidth, config.ffnWidth])], {
    attributes: { axis: -1 },
    outputs: 2,
  });
  if (!gate || !up) throw new Error("The split has no outputs");
  const silu = graph.op("QuickGelu", [gate], { alpha: { float: 1 } }, "com.microsoft");
  const hidden = graph.op("Mul", [silu, up]);
  return projected(decoder, hidden, projectionName(layer, "down_proj"));
}

function emitDistributions(decoder: Decoder, x: Value): void {
  const { graph, weights, config } = decoder;
  const last = graph.op("Gather", [x, graph.ints(-1)], { axis: 1 });
  const logits = linear(decoder, last, weights.get(config.hasTiedHead ? EMBEDDING : HEAD));
  const logprobs = graph.op("LogSoftmax", [logits], { axis: -1 });
  const inverseTemperature = graph.input("inverseTemperature", "float32", ["B", 1]);
  const probabilities = graph.op("Softmax", [graph.op("Mul", [logits, inverseTemperature])], { axis: -1 });
  graph.output(logprobs, "logprobs", "float32", ["B", config.vocabSize]);
  graph.output(probabilities, "probabilities", "float32", ["B", config.vocabSize]);
}

/** The outputs of several projections side by side. One product is sooner done than several, but fed matrices would have to be copied for it. */
function stacked(decoder: Decoder, x: Value, projections: readonly string[]): Value {
  const { graph, weights } = decoder;
  if (!weights.areFed) {
    const names = projections.map((projection) => `${projection}.weight`);
    return linear(decoder, x, weights.stacked(names));
  }
  const products = projections.map((projection) => projected(decoder, x, projection));
  return graph.op("Concat", products, { axis: -1 });
}

/** `x · Wᵀ`, and `scale · x · Aᵀ · Bᵀ` where an adapter adds it. */
function projected(decoder: Decoder, x: Value, projection: string): Value {
  const { graph, weights } = decoder;
  const base = linear(decoder, x, weights.get(`${projection}.weight`));
  const pair = weights.lowRank(projection);
  if (!pair) return base;
  const added = linear(decoder, linear(decoder, x, pair.a), pair.b, pair.scale);
  return graph.op("Add", [base, added]);
}

/** `x · Wᵀ`: matrices lie as [out, in]. */
function linear({ graph }: Decoder, x: Value, matrix: Value, scale = 1): Value {
  const attributes = { transB: 1, ...(scale === 1 ? {} : { alpha: { float: scale } }) };
  return graph.op("FusedMatMul", [x, matrix], attributes, "com.microsoft");
}
