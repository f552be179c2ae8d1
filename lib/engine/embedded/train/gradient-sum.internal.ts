import * as ort from "onnxruntime-node";
import { Graph } from "../graph/graph.ts";
import { type FlatLayout, type FlatTensors, flatTensors } from "./flat-tensors.ts";
import { leaseSession, type SessionLease } from "./session-cache.ts";

/** The gradient as it grows from batch to batch: where batches add to it themselves it is one array, and otherwise two. */
export class GradientSum {
  readonly #total: FlatTensors;
  /** Where all but the first batch write; made when there is a second one. */
  #further: FlatTensors | null = null;
  #isEmpty = true;
  readonly #accumulates: boolean;
  readonly #addition: SessionLease;

  constructor(layout: FlatLayout, { threads, accumulates }: { threads: number; accumulates: boolean }) {
    this.#total = flatTensors(layout);
    this.#accumulates = accumulates;
    this.#addition = leaseSession("addition", additionGraph, threads);
  }

  /** Adds what `fill` writes over the tensors that it is given, or adds to them. */
  async add(fill: (gradients: FlatTensors) => Promise<void>): Promise<void> {
    if (this.#accumulates && this.#isEmpty) this.#total.data.fill(0);
    if (this.#accumulates || this.#isEmpty) await fill(this.#total);
    else {
      this.#further ??= flatTensors(this.#total.layout);
      await fill(this.#further);
      await addTo(this.#addition, this.#total.data, this.#further.data);
    }
    this.#isEmpty = false;
  }

  /** The sum so far, initially zeros. Do not keep the array. */
  get data(): Float32Array {
    if (this.#isEmpty) this.#total.data.fill(0);
    return this.#total.data;
  }

  clear(): void {
    this.#isEmpty = true;
  }

  close(): Promise<void> {
    return this.#addition.release();
  }
}

async function addTo(addition: SessionLease, total: Float32Array, further: Float32Array): Promise<void> {
  const session = await addition.session();
  const sum = new ort.Tensor("float32", total, [total.length]);
  await session.run({ total: sum, further: new ort.Tensor("float32", further, [further.length]) }, { sum });
}

function additionGraph(): Graph {
  const graph = new Graph();
  const input = (name: string) => graph.input(name, "float32", ["n"]);
  graph.output(graph.op("Add", [input("total"), input("further")]), "sum", "float32", ["n"]);
  return graph;
}
