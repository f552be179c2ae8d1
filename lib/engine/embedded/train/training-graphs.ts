import { Graph, type Value } from "../graph/graph.ts";
import { headLogprobs } from "../graph/head-logprobs.ts";
import type { LowRankPair } from "../graph/linear.ts";
import { linear } from "../graph/linear.ts";
import { Tape } from "../graph/tape.ts";
import { entropies, tokenLogprobs } from "../graph/token-logprobs.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Projection, parameterShapes, projectionName, projectionShape } from "../model/parameters.ts";
import { type DecoderWeights, decoderHidden, headOf } from "./decoder-graph.internal.ts";

/** An adapter's form, which decides what graphs compute; its numbers are fed. */
export type AdapterForm = {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: readonly Projection[];
};

/** The name of a fetched gradient. */
export const gradientName = (parameter: string) => `gradient of ${parameter}`;
/** The name of the sum that a gradient is added to. */
export const sumName = (parameter: string) => `sum of ${parameter}`;
/** The names of an adapter's tensors in a graph. */
export const lowRankNames = (projection: string) =>
  ({ a: `${projection}.lora_A.weight`, b: `${projection}.lora_B.weight` }) as const;

/**
 * Scores packed rows. Feeds: the parameters by name, `ids`, `starts`, `targets` int32 [B, T], `cos`, `sin` [L, headWidth / 2].
 * Fetches: `logprobs` and `entropies` [B·T, 1].
 */
export function scoreGraph({ config, adapter, pieces = 1 }: GraphForm): Graph {
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const weights = weightInputs(tape, { config, adapter, isTrained: false });
  const found = scored(tape, { config, weights, pieces }).withEntropies();
  graph.output(found.logprobs, "logprobs", "float32", ["R", 1]);
  graph.output(found.entropies, "entropies", "float32", ["R", 1]);
  return graph;
}

/** What decides what a graph computes. */
export type GraphForm = {
  readonly config: DecoderConfig;
  readonly adapter: AdapterForm | null;
  /** In how many parts the rows of a run go through the head; see `headLogprobs`. */
  readonly pieces?: number;
  /** Whether gradients are added to those that are fed, as `sum of …`, instead of replacing them. */
  readonly accumulates?: boolean;
};

/** How many of the most probable tokens `rankedScoreGraph` gives. */
const RANKED_TOKENS = 20;

export function rankedCount({ vocabSize }: DecoderConfig): number {
  return Math.min(RANKED_TOKENS, vocabSize);
}

/**
 * As `scoreGraph` of a model without an adapter. Fetches also `ranks` [B·T, 1]: how many tokens are more probable than the target; and the most
 * probable tokens, best first: `topIds` int32 and `topLogprobs` [B·T, K].
 */
export function rankedScoreGraph(config: DecoderConfig): Graph {
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const weights = weightInputs(tape, { config, adapter: null, isTrained: false });
  const logits = logitsOf(tape, { config, weights });
  const { logprobs, distribution } = tokenLogprobs(tape, logits, targetsOf(graph));
  graph.output(logprobs, "logprobs", "float32", ["R", 1]);
  graph.output(entropies(graph, distribution), "entropies", "float32", ["R", 1]);
  const isBetter = graph.op("Cast", [graph.op("Greater", [distribution, logprobs])], { to: FLOAT });
  const ranks = graph.op("ReduceSum", [isBetter, graph.ints([1])], { keepdims: 1 });
  graph.output(ranks, "ranks", "float32", ["R", 1]);
  const count = rankedCount(config);
  const [values, ids] = graph.ops("TopK", [distribution, graph.ints([count])], {
    attributes: { axis: -1, largest: 1, sorted: 1 },
    outputs: 2,
  });
  if (!values || !ids) throw new Error("TopK has two outputs");
  graph.output(values, "topLogprobs", "float32", ["R", count]);
  graph.output(graph.op("Cast", [ids], { to: INT32 }), "topIds", "int32", ["R", count]);
  return graph;
}

/** Element types as ONNX numbers them. */
const FLOAT = 1;
const INT32 = 6;

/**
 * The gradient of −Σ c·logprob. Feeds: as those of `scoreGraph`, and `coefficients` c, float32 [B·T, 1]; where it accumulates, the sums too.
 * Fetches: `logprobs` [B·T, 1] and the gradient of each parameter that is trained: the adapter's alone where there is one, else all.
 */
export function gradientGraph({ config, adapter, pieces = 1, accumulates = false }: GraphForm): Graph {
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const weights = weightInputs(tape, { config, adapter, isTrained: true });
  const { logprobs } = scored(tape, { config, weights, pieces });
  const coefficients = graph.input("coefficients", "float32", ["R", 1]);
  tape.reverse(logprobs, graph.op("Neg", [coefficients]));
  graph.output(logprobs, "logprobs", "float32", ["R", 1]);
  for (const [name, shape] of trainedShapes(config, adapter)) {
    const gradient = tape.gradientOf({ name });
    const sum = accumulates
      ? graph.op("Add", [graph.input(sumName(name), "float32", shape), gradient])
      : gradient;
    graph.output(sum, gradientName(name), "float32", shape);
  }
  return graph;
}

/** The shapes of the trained tensors, by their names in the graph. */
export function trainedShapes(
  config: DecoderConfig,
  adapter: AdapterForm | null,
): Map<string, readonly number[]> {
  if (!adapter) return parameterShapes(config);
  const shapes = new Map<string, readonly number[]>();
  for (let layer = 0; layer < config.layers; layer++)
    for (const projection of adapter.targets) {
      const [outputs, inputs] = projectionShape(config, projection);
      const { a, b } = lowRankNames(projectionName(layer, projection));
      shapes.set(a, [adapter.rank, inputs]).set(b, [outputs, adapter.rank]);
    }
  return shapes;
}

function weightInputs(
  tape: Tape,
  { config, adapter, isTrained }: { config: DecoderConfig; adapter: AdapterForm | null; isTrained: boolean },
): DecoderWeights {
  const trained = trainedShapes(config, adapter);
  const values = new Map<string, Value>();
  for (const [name, shape] of [...parameterShapes(config), ...trained]) {
    if (values.has(name)) continue;
    const value = tape.graph.input(name, "float32", shape);
    values.set(name, isTrained && trained.has(name) ? tape.watch(value) : value);
  }
  return {
    of: (name) => required(values, name),
    pairOf: (projection): LowRankPair | null => {
      const { a, b } = lowRankNames(projection);
      if (!adapter || !values.has(a)) return null;
      return { a: required(values, a), b: required(values, b), scale: adapter.alpha / adapter.rank };
    },
  };
}

function required(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (!value) throw new Error(`The graph has no parameter ${name}`);
  return value;
}

type Model = { readonly config: DecoderConfig; readonly weights: DecoderWeights };

function scored(
  tape: Tape,
  { pieces, ...model }: Model & { readonly pieces: number },
): { logprobs: Value; withEntropies: () => { logprobs: Value; entropies: Value } } {
  const { graph } = tape;
  if (pieces > 1) {
    const weight = headOf(model.weights, model.config);
    return headLogprobs(tape, hiddenOf(tape, model), { weight, targets: targetsOf(graph), pieces });
  }
  const logits = logitsOf(tape, model);
  const { logprobs, distribution } = tokenLogprobs(tape, logits, targetsOf(graph));
  return { logprobs, withEntropies: () => ({ logprobs, entropies: entropies(graph, distribution) }) };
}

function logitsOf(tape: Tape, model: Model): Value {
  return linear(tape, hiddenOf(tape, model), { weight: headOf(model.weights, model.config), bias: null });
}

function hiddenOf(tape: Tape, model: Model): Value {
  const { graph } = tape;
  const half = model.config.headWidth / 2;
  const inputs = {
    ids: graph.input("ids", "int32", ["B", "T"]),
    starts: graph.input("starts", "int32", ["B", "T"]),
    cos: graph.input("cos", "float32", ["L", half]),
    sin: graph.input("sin", "float32", ["L", half]),
  };
  return decoderHidden(tape, inputs, model);
}

function targetsOf(graph: Graph): Value {
  return graph.op("Reshape", [graph.input("targets", "int32", ["B", "T"]), graph.ints([-1, 1])]);
}
