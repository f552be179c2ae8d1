import * as ort from "onnxruntime-node";
import { Session } from "#lib/engine/embedded/runtime/session.ts";
import type { Graph } from "../graph/graph.ts";

/** Numbers for a graph: integers go in as int32. */
export type Fed = { readonly shape: readonly number[]; readonly data: Float32Array | Int32Array };

/** Runs a graph once on one thread; `shapes` says how large each output is. */
export async function runGraph(
  graph: Graph,
  inputs: Readonly<Record<string, Fed>>,
  shapes: Readonly<Record<string, readonly number[]>>,
): Promise<Map<string, Float32Array>> {
  const session = await Session.open(graph, { threads: 1 });
  const results = new Map<string, Float32Array>();
  const fetches: Record<string, ort.Tensor> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const data = new Float32Array(shape.reduce((size, axis) => size * axis, 1));
    results.set(name, data);
    fetches[name] = new ort.Tensor("float32", data, shape);
  }
  try {
    await session.run(tensorsOf(inputs), fetches);
  } finally {
    await session.release();
  }
  return results;
}

function tensorsOf(inputs: Readonly<Record<string, Fed>>): Record<string, ort.Tensor> {
  const tensors: Record<string, ort.Tensor> = {};
  for (const [name, { shape, data }] of Object.entries(inputs))
    tensors[name] =
      data instanceof Int32Array
        ? new ort.Tensor("int32", data, shape)
        : new ort.Tensor("float32", data, shape);
  return tensors;
}
