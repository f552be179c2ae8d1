import { expect, test } from "vitest";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { expectRightOperation } from "../testing/check-operation.ts";
import { logSoftmax } from "../testing/plain-decoder.ts";
import { runGraph } from "../testing/run-graph.ts";
import { Graph } from "./graph.ts";
import { headLogprobs } from "./head-logprobs.ts";
import { linear } from "./linear.ts";
import { Tape } from "./tape.ts";
import { entropies, tokenLogprobs } from "./token-logprobs.ts";

const [ROWS, WIDTH, VOCABULARY] = [6, 3, 5];
const TARGETS = [3, 0, 3, 4, 1, 1];

test("log-probabilities in pieces and their gradients are those of a head and log-softmax", () =>
  expectRightOperation({
    shapes: { hidden: [ROWS, WIDTH], weight: [VOCABULARY, WIDTH] },
    constants: { targets: { shape: [ROWS, 1], data: Int32Array.from(TARGETS) } },
    outputShape: [ROWS, 1],
    build: (tape, of) =>
      headLogprobs(tape, of("hidden"), { weight: of("weight"), targets: of("targets"), pieces: 3 }).logprobs,
    plain: (of) =>
      TARGETS.map((target, row) => {
        const logits = Float64Array.from({ length: VOCABULARY }, (_, token) =>
          Array.from({ length: WIDTH }, (_unused, i) => i).reduce(
            (sum, i) => sum + (of("hidden")[row * WIDTH + i] ?? 0) * (of("weight")[token * WIDTH + i] ?? 0),
            0,
          ),
        );
        return logSoftmax(logits)[target] ?? 0;
      }),
  }));

test.each([2, 4, 16])(
  "%i pieces give the very numbers of the whole, gradients among them",
  async (pieces) => {
    const expected = await run(1);
    const found = await run(pieces);
    expect([...found.keys()]).toEqual([...expected.keys()]);
    for (const [name, numbers] of expected) expect(found.get(name), name).toEqual(numbers);
  },
);

/** As large as to be computed in blocks. */
const LARGE = { rows: 192, width: 96, vocabSize: 1500 };

function run(pieces: number): Promise<ReadonlyMap<string, Float32Array>> {
  const { rows, width, vocabSize } = LARGE;
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const hidden = tape.watch(graph.input("hidden", "float32", ["R", width]));
  const weight = tape.watch(graph.input("weight", "float32", [vocabSize, width]));
  const targets = graph.input("targets", "int32", ["R", 1]);
  const found =
    pieces === 1
      ? whole(tape, hidden, { weight, targets })
      : headLogprobs(tape, hidden, { weight, targets, pieces });
  tape.reverse(found.logprobs, graph.input("gradient", "float32", ["R", 1]));
  const read = found.withEntropies();
  graph.output(graph.op("Identity", [read.logprobs]), "logprobs", "float32", ["R", 1]);
  graph.output(read.entropies, "entropies", "float32", ["R", 1]);
  graph.output(tape.gradientOf(hidden), "of hidden", "float32", ["R", width]);
  graph.output(tape.gradientOf(weight), "of weight", "float32", [vocabSize, width]);
  const targetIds = Int32Array.from({ length: rows }, (_, row) => (row * 37) % vocabSize);
  return runGraph(
    graph,
    {
      hidden: { shape: [rows, width], data: drawn("hidden", rows * width) },
      weight: { shape: [vocabSize, width], data: drawn("weight", vocabSize * width) },
      gradient: { shape: [rows, 1], data: drawn("gradient", rows) },
      targets: { shape: [rows, 1], data: targetIds },
    },
    {
      logprobs: [rows, 1],
      entropies: [rows, 1],
      "of hidden": [rows, width],
      "of weight": [vocabSize, width],
    },
  );
}

function whole(
  tape: Tape,
  hidden: { name: string },
  { weight, targets }: Record<"weight" | "targets", { name: string }>,
) {
  const logits = linear(tape, hidden, { weight, bias: null });
  const { logprobs, distribution } = tokenLogprobs(tape, logits, targets);
  return { logprobs, withEntropies: () => ({ logprobs, entropies: entropies(tape.graph, distribution) }) };
}

function drawn(name: string, length: number): Float32Array {
  const random = randomNumbers(1, name);
  return Float32Array.from({ length }, () => random() - 0.5);
}
