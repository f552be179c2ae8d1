import * as ort from "onnxruntime-node";
import type { Tensors } from "#lib/engine/embedded/runtime/session.ts";
import { bytesOf, type Graph, type Value } from "../graph/graph.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Parameters, StoredParameters, StoredTensor, Tensor } from "../model/parameters.ts";

export type GraphWeightOptions = {
  readonly bytesInGraph?: number | undefined;
  /** One that is not merged in; its matrices become values of the graph like all others. */
  readonly adapter?: Adapter | null | undefined;
};

/** The matrices of an adapter's pair, A [rank, in] and B [out, rank]. */
export type LowRank = { readonly a: Value; readonly b: Value; readonly scale: number };

/**
 * A policy's weights as values of a graph. They stand in the graph, where the runtime packs them once for its matrix products, or in files
 * that it maps for that; those that are in memory and too large for one graph are fed with each run.
 */
export class GraphWeights {
  readonly graph: Graph;
  readonly #adapter: Adapter | null;
  readonly #parameters: Parameters | StoredParameters;
  /** Whether each run is fed them. */
  readonly areFed: boolean;
  readonly #values = new Map<string, Value>();
  readonly #feeds: Record<string, ort.Tensor> = {};

  constructor(
    graph: Graph,
    parameters: Parameters | StoredParameters,
    { bytesInGraph = BYTES_IN_GRAPH, adapter = null }: GraphWeightOptions = {},
  ) {
    this.graph = graph;
    this.#parameters = parameters;
    this.#adapter = adapter;
    let bytes = 0;
    for (const tensor of parameters.values()) if ("data" in tensor) bytes += tensor.data.byteLength;
    this.areFed = bytes > bytesInGraph;
  }

  /** What each run must be fed. */
  get feeds(): Tensors {
    return this.#feeds;
  }

  get(name: string): Value {
    const known = this.#values.get(name);
    if (known) return known;
    const tensor = this.#tensor(name);
    return "path" in tensor ? this.#map(name, tensor) : this.add(name, tensor);
  }

  /** Several weights as one, one below the other. */
  stacked(names: readonly string[]): Value {
    const found = names.map((name) => this.#tensor(name));
    const tensors = found.filter((tensor) => "data" in tensor);
    // Of constants: the runtime computes it once, before the first run.
    if (tensors.length < names.length)
      return this.graph.op(
        "Concat",
        names.map((name) => this.get(name)),
        { axis: 0 },
      );
    const rows = tensors.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
    return this.add(names.join("+"), {
      shape: [rows, ...(tensors[0]?.shape.slice(1) ?? [])],
      data: concatenated(tensors.map(({ data }) => data)),
    });
  }

  add(name: string, { shape, data }: Tensor): Value {
    const value = this.areFed
      ? this.graph.input(name, "float32", shape)
      : this.graph.initializer(name, { type: "float32", shape, bytes: bytesOf(data) });
    if (this.areFed) this.#feeds[name] = new ort.Tensor("float32", data, shape);
    this.#values.set(name, value);
    return value;
  }

  /** What the adapter adds to a projection; null where it adds nothing. */
  lowRank(projection: string): LowRank | null {
    const pair = this.#adapter?.pairs.get(projection);
    if (!this.#adapter || !pair) return null;
    const { alpha, rank } = this.#adapter;
    const of = (part: "a" | "b") => this.add(`${projection}.${part}`, pair[part]);
    return { a: of("a"), b: of("b"), scale: alpha / rank };
  }

  #map(name: string, tensor: StoredTensor): Value {
    const stored = this.graph.initializer(name, tensor);
    const value = tensor.type === "float32" ? stored : this.graph.op("Cast", [stored], { to: FLOAT });
    this.#values.set(name, value);
    return value;
  }

  #tensor(name: string): Tensor | StoredTensor {
    const tensor = this.#parameters.get(name);
    if (!tensor) throw new Error(`The model has no parameter ${name}; read it again with its own config`);
    return tensor;
  }
}

/** float32 as ONNX numbers it. */
const FLOAT = 1;
/** A model file may hold 2 GB. */
const BYTES_IN_GRAPH = 1.5e9;

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
