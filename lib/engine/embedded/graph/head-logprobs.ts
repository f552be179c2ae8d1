import type { Graph, Value } from "./graph.ts";
import { plus, product } from "./matrix.ts";
import type { Tape } from "./tape.ts";
import { entropies, logitsGradient } from "./token-logprobs.ts";

/**
 * The log-probability of each target by a head over a large vocabulary: hidden [R, D], weight [V, D], targets [R, 1] int32 → [R, 1], in nats.
 * As a product and `tokenLogprobs`, to the bit, but in `pieces` of the rows, one after the other: what is as wide as the vocabulary is kept for
 * a piece at a time. R is a multiple of `pieces`, or they have to be fewer.
 */
export function headLogprobs(
  tape: Tape,
  hidden: Value,
  { weight, targets, pieces }: { weight: Value; targets: Value; pieces: number },
): { logprobs: Value; withEntropies: () => { logprobs: Value; entropies: Value } } {
  const { graph } = tape;
  const rows = split(graph, hidden, pieces);
  const ofTargets = split(graph, targets, pieces);
  const found = rows.map((row, piece) => {
    const logits = product(graph, [row, weight], { transB: true });
    const distribution = graph.op("LogSoftmax", [logits], { axis: -1 });
    const target = ofTargets[piece] ?? targets;
    const logprobs = graph.op("GatherElements", [distribution, target], { axis: 1 });
    return { distribution, target, logprobs };
  });
  const logprobs = join(
    graph,
    found.map((one) => one.logprobs),
  );
  tape.record(logprobs, [hidden, weight], (gradient) => {
    const gradients = split(graph, gradient, pieces);
    const back = found.map((one, piece) => logitsGradient(graph, one, gradients[piece] ?? gradient));
    tape.contribute(hidden, (sum) =>
      plus(
        graph,
        sum,
        join(
          graph,
          back.map((dLogits) => product(graph, [dLogits, weight])),
        ),
      ),
    );
    tape.contribute(weight, (sum) =>
      product(graph, [join(graph, back), hidden], { transA: true, plus: sum }),
    );
  });
  const withEntropies = () => sideBySide(graph, found);
  return { logprobs, withEntropies };
}

/** Both of each piece before the next, so that its distribution need not wait for the others. */
function sideBySide(
  graph: Graph,
  pieces: readonly { logprobs: Value; distribution: Value }[],
): { logprobs: Value; entropies: Value } {
  const both = pieces.map(({ logprobs, distribution }) =>
    graph.op("Concat", [logprobs, entropies(graph, distribution)], { axis: 1 }),
  );
  const [logprobs, ofDistributions] = graph.ops("Split", [join(graph, both), graph.ints([1, 1])], {
    attributes: { axis: 1 },
    outputs: 2,
  });
  if (!logprobs || !ofDistributions) throw new Error("Split has two outputs");
  return { logprobs, entropies: ofDistributions };
}

/** Equal parts of the rows. */
function split(graph: Graph, value: Value, pieces: number): Value[] {
  return graph.ops("Split", [value], { attributes: { axis: 0, num_outputs: pieces }, outputs: pieces });
}

function join(graph: Graph, parts: readonly Value[]): Value {
  return graph.op("Concat", parts, { axis: 0 });
}
