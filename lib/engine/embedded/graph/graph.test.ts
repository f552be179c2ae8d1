import { expect, test } from "vitest";
import { runGraph } from "../testing/run-graph.ts";
import { Graph, type Value } from "./graph.ts";

test("attributes of every kind, inputs left out and outputs used further reach the runtime as they were said", async () => {
  const graph = new Graph();
  const x = graph.input("x", "float32", ["n", 2]);
  const leaky = graph.op("LeakyRelu", [x], { alpha: { float: 2 } });
  const swapped = graph.op("Transpose", [leaky], { perm: [1, 0] });
  const product = graph.op("Einsum", [swapped, leaky], { equation: "ij,jk->ik" });
  const capped = graph.op("Clip", [product, null, graph.floats(6)]);
  const value = { type: "float32", shape: [1], bytes: new Uint8Array(Float32Array.of(0.5).buffer) } as const;
  const halves = graph.op("ConstantOfShape", [graph.ints([2, 2])], { value });
  graph.output(leaky, "leaky", "float32", ["n", 2]);
  graph.output(graph.op("Add", [capped, halves]), "sum", "float32", [2, 2]);
  expect(graph.outputNames).toEqual(["leaky", "sum"]);
  const inputs = { x: { shape: [1, 2], data: Float32Array.of(-1, 3) } };
  const found = await runGraph(graph, inputs, { leaky: [1, 2], sum: [2, 2] });
  expect([...(found.get("leaky") ?? [])]).toEqual([-2, 3]);
  expect([...(found.get("sum") ?? [])]).toEqual([4.5, -5.5, -5.5, 6.5]);
});

test("equal constants are stored once, those of another shape or type by themselves", () => {
  const graph = new Graph();
  const same = (a: Value, b: Value) => a.name === b.name;
  expect(same(graph.floats([1, 2]), graph.floats([1, 2]))).toBe(true);
  expect(same(graph.floats(1), graph.floats([1]))).toBe(false);
  expect(same(graph.floats(0), graph.floats(-0))).toBe(false);
  expect(same(graph.ints(1), graph.floats(1))).toBe(false);
});
