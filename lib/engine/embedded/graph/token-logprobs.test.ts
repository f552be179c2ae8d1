import { expect, test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { logSoftmax } from "../testing/plain-decoder.ts";
import { runGraph } from "../testing/run-graph.ts";
import { Graph } from "./graph.ts";
import { Tape } from "./tape.ts";
import { entropies, tokenLogprobs } from "./token-logprobs.ts";

test("log-probabilities of targets and their gradients are those of log-softmax", () => {
  const vocabSize = 5;
  const targets = [3, 0, 3, 4];
  return expectRightOperation({
    shapes: { logits: [targets.length, vocabSize] },
    constants: { targets: { shape: [targets.length, 1], data: Int32Array.from(targets) } },
    outputShape: [targets.length, 1],
    build: (tape, of) => tokenLogprobs(tape, of("logits"), of("targets")).logprobs,
    plain: (of) =>
      targets.map(
        (target, row) =>
          logSoftmax(of("logits").subarray(row * vocabSize, (row + 1) * vocabSize))[target] ?? 0,
      ),
  });
});

test("log-probabilities far below the most likely token's, and of a certain token, are exact", async () => {
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const { logprobs, distribution } = tokenLogprobs(
    tape,
    graph.input("logits", "float32", [2, 3]),
    graph.input("targets", "int32", [2, 1]),
  );
  graph.output(logprobs, "logprobs", "float32", [2, 1]);
  graph.output(entropies(graph, distribution), "entropies", "float32", [2, 1]);
  const found = await runGraph(
    graph,
    {
      logits: { shape: [2, 3], data: Float32Array.of(0, 1000, -1000, 5000, 0, 0) },
      targets: { shape: [2, 1], data: Int32Array.of(2, 0) },
    },
    { logprobs: [2, 1], entropies: [2, 1] },
  );
  expect([...(found.get("logprobs") ?? [])]).toEqual([-2000, 0]);
  expect([...(found.get("entropies") ?? [])].map(Math.abs)).toEqual([0, 0]);
});
