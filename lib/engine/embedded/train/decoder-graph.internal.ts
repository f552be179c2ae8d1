import { type AttentionShapes, attention } from "../graph/attention.ts";
import { embedding } from "../graph/embedding.ts";
import type { Graph, Value } from "../graph/graph.ts";
import { reshape, swapMiddle } from "../graph/layout.ts";
import { addLowRank, type LowRankPair, linear, linearOnto } from "../graph/linear.ts";
import { rmsNorm } from "../graph/rms-norm.ts";
import { type Rotation, rope } from "../graph/rope.ts";
import { swiglu } from "../graph/swiglu.ts";
import type { Tape } from "../graph/tape.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { EMBEDDING, FINAL_NORM, HEAD, type Projection, projectionName } from "../model/parameters.ts";

/** The tensors of a model in a graph, and those of an adapter by the names of the projections it is put on. */
export type DecoderWeights = {
  readonly of: (name: string) => Value;
  readonly pairOf: (projection: string) => LowRankPair | null;
};

/** Token ids and, for each token, the index in its row where its sequence begins: int32 [B, T]. */
export type DecoderInputs = {
  readonly ids: Value;
  readonly starts: Value;
  /** [L, headWidth / 2] with L ≥ T */
  readonly cos: Value;
  readonly sin: Value;
};

/** What the head makes logits of, [B·T, D], one row for each token; a token sees those of its own sequence up to itself. */
export function decoderHidden(
  tape: Tape,
  inputs: DecoderInputs,
  { config, weights }: { config: DecoderConfig; weights: DecoderWeights },
): Value {
  const { graph } = tape;
  const ids = graph.op("Reshape", [inputs.ids, graph.ints([-1])]);
  const context = contextOf(graph, inputs, config);
  const decoder: Decoder = { tape, config, weights, context };
  let hidden = embedding(tape, weights.of(EMBEDDING), { ids, vocabSize: config.vocabSize });
  for (let layer = 0; layer < config.layers; layer++) {
    hidden = attentionBlock(decoder, layer, hidden);
    hidden = feedForwardBlock(decoder, layer, hidden);
  }
  return norm(decoder, hidden, FINAL_NORM);
}

/** The matrix that makes logits, [V, D]. */
export function headOf(weights: DecoderWeights, config: DecoderConfig): Value {
  return weights.of(config.hasTiedHead ? EMBEDDING : HEAD);
}

type Decoder = {
  readonly tape: Tape;
  readonly config: DecoderConfig;
  readonly weights: DecoderWeights;
  readonly context: Context;
};

/** What all layers share. */
type Context = {
  readonly rotation: Rotation;
  /** [B, 1, 1, T, T] */
  readonly mask: Value;
  readonly scores: AttentionShapes;
  /** The shape vector [B, T, heads, headWidth]. */
  readonly headsShape: (heads: number) => Value;
};

function contextOf(graph: Graph, { ids, starts, cos, sin }: DecoderInputs, config: DecoderConfig): Context {
  const shape = graph.op("Shape", [ids]);
  const rows = graph.op("Gather", [shape, graph.ints([0])], { axis: 0 });
  const length = graph.op("Gather", [shape, graph.ints([1])], { axis: 0 });
  const steps = graph.op("Range", [graph.ints(0), graph.op("Squeeze", [length]), graph.ints(1)]); // [T]
  const first = graph.op("Cast", [starts], { to: INT64 });
  const kv = config.kvHeads;
  const groups = config.heads / kv;
  const join = (...parts: Value[]) => graph.op("Concat", parts, { axis: 0 });
  return {
    rotation: { cos, sin, negativeSin: graph.op("Neg", [sin]), positions: graph.op("Sub", [steps, first]) },
    mask: maskOf(graph, steps, first),
    scores: {
      apart: join(rows, graph.ints([kv, groups]), length, length),
      together: join(rows, graph.ints([kv, -1]), length),
    },
    headsShape: (heads) => join(shape, graph.ints([heads, config.headWidth])),
  };
}

const INT64 = 7;

/** 0 where the query may look: at its own sequence, up to itself; −∞ elsewhere. [B, 1, 1, T, T] */
function maskOf(graph: Graph, steps: Value, first: Value): Value {
  const queries = graph.op("Unsqueeze", [steps, graph.ints([1])]); // [T, 1]
  const isPast = graph.op("LessOrEqual", [steps, queries]);
  const isOwn = graph.op("GreaterOrEqual", [steps, graph.op("Unsqueeze", [first, graph.ints([2])])]);
  const isSeen = graph.op("And", [isOwn, isPast]); // [B, T, T]
  const mask = graph.op("Where", [isSeen, graph.floats(0), graph.floats(Number.NEGATIVE_INFINITY)]);
  return graph.op("Unsqueeze", [mask, graph.ints([1, 2])]);
}

function attentionBlock(decoder: Decoder, layer: number, hidden: Value): Value {
  const { tape, config, context } = decoder;
  const { kvHeads, headWidth, heads } = config;
  const { graph } = tape;
  const input = norm(decoder, hidden, `model.layers.${layer}.input_layernorm.weight`);
  const perHead = (projection: "q_proj" | "k_proj" | "v_proj") =>
    headsOf(decoder, layer, { input, projection });
  const grouped = {
    shape: graph.ints([0, kvHeads, -1, headWidth]),
    back: graph.ints([0, heads, -1, headWidth]),
  };
  const q = reshape(tape, rope(tape, perHead("q_proj"), context.rotation), grouped);
  const k = rope(tape, perHead("k_proj"), context.rotation);
  const v = perHead("v_proj");
  const mixed = attention(tape, { q, k, v }, { mask: context.mask, views: context.scores, headWidth });
  const apart = reshape(tape, mixed, { shape: grouped.back, back: grouped.shape });
  const joined = reshape(tape, swapMiddle(tape, apart), {
    shape: graph.ints([-1, heads * headWidth]),
    back: context.headsShape(heads),
  });
  return projectedOnto(decoder, layer, { input: joined, projection: "o_proj", residual: hidden });
}

/** A projection's output cut into heads, normed where the family does so: [B, heads, T, headWidth]. */
function headsOf(
  decoder: Decoder,
  layer: number,
  { input, projection }: { input: Value; projection: "q_proj" | "k_proj" | "v_proj" },
): Value {
  const { tape, config, weights, context } = decoder;
  const heads = projection === "q_proj" ? config.heads : config.kvHeads;
  const bias = config.hasQkvBias ? weights.of(`${projectionName(layer, projection)}.bias`) : null;
  const y = projected(decoder, layer, { input, projection, bias });
  const shape = context.headsShape(heads);
  const back = tape.graph.ints([-1, heads * config.headWidth]);
  if (!config.hasQkNorm || projection === "v_proj")
    return swapMiddle(tape, reshape(tape, y, { shape, back }));
  const scale = weights.of(`model.layers.${layer}.self_attn.${projection.charAt(0)}_norm.weight`);
  const rows = tape.graph.ints([-1, config.headWidth]); // a row for each head of each token
  const even = rmsNorm(tape, reshape(tape, y, { shape: rows, back }), {
    scale,
    width: config.headWidth,
    epsilon: config.rmsEpsilon,
  });
  return swapMiddle(tape, reshape(tape, even, { shape, back: rows }));
}

function feedForwardBlock(decoder: Decoder, layer: number, hidden: Value): Value {
  const input = norm(decoder, hidden, `model.layers.${layer}.post_attention_layernorm.weight`);
  const gate = projected(decoder, layer, { input, projection: "gate_proj", bias: null });
  const up = projected(decoder, layer, { input, projection: "up_proj", bias: null });
  const gated = swiglu(decoder.tape, gate, up);
  return projectedOnto(decoder, layer, { input: gated, projection: "down_proj", residual: hidden });
}

function projected(
  { tape, weights }: Decoder,
  layer: number,
  { input, projection, bias }: { input: Value; projection: Projection; bias: Value | null },
): Value {
  const name = projectionName(layer, projection);
  const y = linear(tape, input, { weight: weights.of(`${name}.weight`), bias });
  const pair = weights.pairOf(name);
  return pair ? addLowRank(tape, y, { x: input, pair }) : y;
}

function projectedOnto(
  { tape, weights }: Decoder,
  layer: number,
  { input, projection, residual }: { input: Value; projection: Projection; residual: Value },
): Value {
  const name = projectionName(layer, projection);
  const y = linearOnto(tape, input, { weight: weights.of(`${name}.weight`), residual });
  const pair = weights.pairOf(name);
  return pair ? addLowRank(tape, y, { x: input, pair }) : y;
}

/** Of the residual stream. */
function norm({ tape, config, weights }: Decoder, x: Value, name: string): Value {
  return rmsNorm(tape, x, { scale: weights.of(name), width: config.width, epsilon: config.rmsEpsilon });
}
