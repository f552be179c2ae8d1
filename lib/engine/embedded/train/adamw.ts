import * as ort from "onnxruntime-node";
import type { AdamWSettings } from "#lib/engine/port/port.ts";
import { Graph, type Value } from "../graph/graph.ts";
import { FLAT_ROW, type FlatLayout } from "./flat-tensors.ts";
import { leaseSession, type SessionLease } from "./session-cache.ts";

/** Numbers that one run updates: so many fit the processor's cache together with their gradients and moments. */
const CHUNK = 128 * FLAT_ROW;

/**
 * AdamW with decoupled weight decay and bias correction, over flat arrays and in place. Loshchilov and Hutter, "Decoupled weight decay
 * regularization", ICLR 2019; the same numbers as `torch.optim.AdamW` up to rounding.
 */
export class AdamW {
  readonly layout: FlatLayout;
  readonly firstMoments: Float32Array;
  readonly secondMoments: Float32Array;
  /** Steps taken since the moments were zero. */
  steps = 0;
  readonly #update: SessionLease;
  readonly #squares: SessionLease;

  constructor(layout: FlatLayout, threads: number) {
    this.layout = layout;
    this.firstMoments = new Float32Array(layout.length);
    this.secondMoments = new Float32Array(layout.length);
    this.#update = leaseSession("AdamW update", updateGraph, threads);
    this.#squares = leaseSession("sums of squares", squaresGraph, threads);
  }

  /**
   * Steps `parameters` along `gradient`, scaled down to `maxGradNorm` where it is longer. Answers its norm before that. A gradient that is not
   * finite changes nothing.
   */
  async step(parameters: Float32Array, gradient: Float32Array, settings: AdamWSettings): Promise<number> {
    const norm = await this.#norm(gradient);
    if (!Number.isFinite(norm)) return norm;
    this.steps += 1;
    const clip = Math.min(1, settings.maxGradNorm / norm);
    const { vectorsStart, length } = this.layout;
    const arrays = { parameters, gradient };
    await this.#updateRange(
      arrays,
      [0, vectorsStart],
      factors(settings, { clip, steps: this.steps, decays: true }),
    );
    await this.#updateRange(
      arrays,
      [vectorsStart, length],
      factors(settings, { clip, steps: this.steps, decays: false }),
    );
    return norm;
  }

  reset(): void {
    this.firstMoments.fill(0);
    this.secondMoments.fill(0);
    this.steps = 0;
  }

  async close(): Promise<void> {
    await this.#update.release();
    await this.#squares.release();
  }

  async #norm(gradient: Float32Array): Promise<number> {
    const rows = gradient.length / FLAT_ROW;
    const sums = new Float32Array(rows);
    const session = await this.#squares.session();
    await session.run(
      { values: new ort.Tensor("float32", gradient, [rows, FLAT_ROW]) },
      { sums: new ort.Tensor("float32", sums, [rows]) },
    );
    return Math.sqrt(sums.reduce((total, sum) => total + sum, 0));
  }

  async #updateRange(
    { parameters, gradient }: { parameters: Float32Array; gradient: Float32Array },
    [start, end]: readonly [number, number],
    scalars: Float32Array,
  ): Promise<void> {
    const session = await this.#update.session();
    const fed = new ort.Tensor("float32", scalars, [scalars.length]);
    for (let from = start; from < end; from += CHUNK) {
      const view = (array: Float32Array) => {
        const part = array.subarray(from, Math.min(end, from + CHUNK));
        return new ort.Tensor("float32", part, [part.length]);
      };
      const p = view(parameters);
      const m = view(this.firstMoments);
      const v = view(this.secondMoments);
      await session.run(
        { p, m, v, g: view(gradient), factors: fed },
        { "next p": p, "next m": m, "next v": v },
      );
    }
  }
}

/** What one step multiplies with, worked out in float64, in the order in which `updateGraph` takes it. */
function factors(
  { learningRate, beta1, beta2, epsilon, weightDecay }: AdamWSettings,
  { clip, steps, decays }: { clip: number; steps: number; decays: boolean },
): Float32Array {
  const correction1 = 1 - beta1 ** steps;
  const correction2 = Math.sqrt(1 - beta2 ** steps);
  return Float32Array.of(
    beta1,
    (1 - beta1) * clip,
    beta2,
    (1 - beta2) * clip * clip,
    epsilon * correction2,
    (learningRate * correction2) / correction1,
    decays ? 1 - learningRate * weightDecay : 1,
  );
}

/**
 * `m ← β₁·m + (1−β₁)·g`, `v ← β₂·v + (1−β₂)·g²`, `p ← p·(1−η·λ) − η·m̂ / (√v̂ + ε)`, each written where it lies: every old value is
 * read by one operator, which the new one depends on.
 */
function updateGraph(): Graph {
  const graph = new Graph();
  const input = (name: string) => graph.input(name, "float32", ["n"]);
  const [p, m, v, g] = [input("p"), input("m"), input("v"), input("g")];
  const factors = graph.input("factors", "float32", [7]);
  const [keep1, take1, keep2, take2, epsilon, rate, decay] = graph.ops("Split", [factors], {
    attributes: { axis: 0, num_outputs: 7 },
    outputs: 7,
  });
  if (!keep1 || !take1 || !keep2 || !take2 || !epsilon || !rate || !decay)
    throw new Error("Split has seven outputs");
  const times = (a: Value, b: Value) => graph.op("Mul", [a, b]);
  const nextM = graph.op("Add", [times(m, keep1), times(g, take1)]);
  const nextV = graph.op("Add", [times(v, keep2), times(times(g, take2), g)]);
  const root = graph.op("Add", [graph.op("Sqrt", [nextV]), epsilon]);
  const change = times(graph.op("Div", [nextM, root]), rate);
  const nextP = graph.op("Sub", [times(p, decay), change]);
  graph.output(nextP, "next p", "float32", ["n"]);
  graph.output(nextM, "next m", "float32", ["n"]);
  graph.output(nextV, "next v", "float32", ["n"]);
  return graph;
}

/** The sum of the squares of each row; rows are short, so float32 is enough for them, and their sum is taken outside in float64. */
function squaresGraph(): Graph {
  const graph = new Graph();
  const values = graph.input("values", "float32", ["n", FLAT_ROW]);
  graph.output(graph.op("ReduceSumSquare", [values, graph.ints([1])], { keepdims: 0 }), "sums", "float32", [
    "n",
  ]);
  return graph;
}
