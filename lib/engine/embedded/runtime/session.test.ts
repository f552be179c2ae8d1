import * as ort from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { Graph } from "#lib/engine/embedded/graph/graph.ts";
import { Session } from "./session.ts";

describe.each([
  ["without copies", true],
  ["by copies, where the runtime hands outputs over", false],
])("a session that works %s", (_, isInPlace) => {
  const open = (graph: Graph) => Session.openAs(graph, { threads: 1 }, isInPlace);

  test("fills the arrays that it is given, also those that are fed", async () => {
    const graph = new Graph();
    const [x, y] = [graph.input("x", "float32", ["n"]), graph.input("y", "float32", ["n"])];
    const sum = graph.op("Add", [x, y]);
    graph.output(sum, "sum", "float32", ["n"]);
    graph.output(graph.op("Mul", [sum, y]), "product", "float32", ["n"]);
    const session = await open(graph);
    const data = Float32Array.of(0, 1, 2, 3);
    const part = new ort.Tensor("float32", data.subarray(1, 3), [2]);
    const product = new Float32Array(2);
    for (let run = 0; run < 2; run++)
      await session.run(
        { x: part, y: new ort.Tensor("float32", Float32Array.of(10, 20), [2]) },
        { sum: part, product: new ort.Tensor("float32", product, [2]) },
      );
    expect([...data]).toEqual([0, 21, 42, 3]);
    expect([...product]).toEqual([210, 840]);
    await session.release();
  });

  test("says what a run lacks", async () => {
    const graph = new Graph();
    graph.output(graph.op("Neg", [graph.input("x", "float32", [2])]), "y", "float32", [2]);
    const session = await open(graph);
    const y = new ort.Tensor("float32", new Float32Array(2), [2]);
    await expect(session.run({}, { y })).rejects.toThrow("'x'");
    const long = new ort.Tensor("float32", new Float32Array(3), [3]);
    await expect(session.run({ x: long }, { y })).rejects.toThrow(/dimensions/);
    await session.release();
  });
});
