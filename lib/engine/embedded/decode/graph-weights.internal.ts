import * as ort from "onnxruntime-node";
import type { Tensors } from "#lib/engine/embedded/runtime/session.ts";
import { bytesOf, type Graph, type Value } from "../graph/graph.ts";
import type { Parameters, Tensor } from "../model/parameters.ts";

/**
 * A policy's weights as values of a graph. They stand in the graph, where the runtime packs them once for its matrix products; those of a
 * model that is too large for one graph are fed with each run.
 */
export class GraphWeights {
  readonly graph: Graph;
  readonly #parameters: Parameters;
  readonly #areFed: boolean;
  readonly #values = new Map<string, Value>();
  readonly #feeds: Record<string, ort.Tensor> = {};

  constructor(graph: Graph, parameters: Parameters, bytesInGraph: number = BYTES_IN_GRAPH) {
    this.graph = graph;
    this.#parameters = parameters;
    const bytes = parameters.values().reduce((sum, { data }) => sum + data.byteLength, 0);
    this.#areFed = bytes > bytesInGraph;
  }

  /** What each run must be fed. */
  get feeds(): Tensors {
    return this.#feeds;
  }

  get(name: string): Value {
    return this.#values.get(name) ?? this.add(name, this.#tensor(name));
  }

  /** Several weights as one, one below the other. */
  stacked(names: readonly string[]): Value {
    const tensors = names.map((name) => this.#tensor(name));
    const rows = tensors.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
    return this.add(names.join("+"), {
      shape: [rows, ...(tensors[0]?.shape.slice(1) ?? [])],
      data: concatenated(tensors.map(({ data }) => data)),
    });
  }

  add(name: string, { shape, data }: Tensor): Value {
    const value = this.#areFed
      ? this.graph.input(name, "float32", shape)
      : this.graph.initializer(name, { type: "float32", shape, bytes: bytesOf(data) });
    if (this.#areFed) this.#feeds[name] = new ort.Tensor("float32", data, shape);
    this.#values.set(name, value);
    return value;
  }

  #tensor(name: string): Tensor {
    const tensor = this.#parameters.get(name);
    if (!tensor) throw new Error(`The model has no parameter ${name}; read it again with its own config`);
    return tensor;
  }
}

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
