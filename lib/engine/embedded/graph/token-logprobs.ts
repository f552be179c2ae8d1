import type { Graph, Value } from "./graph.ts";
import { plus } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** The log-probability of each target: logits [R, V], targets [R, 1] int32 → [R, 1], in nats. */
export function tokenLogprobs(
  tape: Tape,
  logits: Value,
  targets: Value,
): { logprobs: Value; distribution: Value } {
  const { graph } = tape;
  const distribution = graph.op("LogSoftmax", [logits], { axis: -1 }); // [R, V]
  const logprobs = graph.op("GatherElements", [distribution, targets], { axis: 1 });
  tape.record(logprobs, [logits], (gradient) =>
    tape.contribute(logits, (sum) =>
      plus(graph, sum, logitsGradient(graph, { distribution, target: targets, logprobs }, gradient)),
    ),
  );
  return { logprobs, distribution };
}

/** `gradient · (isTarget − p)` by row: gradient and logprobs [R, 1], distribution [R, V], target [R, 1] int32 → [R, V]. */
export function logitsGradient(
  graph: Graph,
  { distribution, target, logprobs }: { distribution: Value; target: Value; logprobs: Value },
  gradient: Value,
): Value {
  const negative = graph.op("Neg", [gradient]);
  const away = graph.op("Mul", [graph.op("Exp", [distribution]), negative]);
  const atTarget = graph.op("Add", [gradient, graph.op("Mul", [graph.op("Exp", [logprobs]), negative])]);
  return graph.op("ScatterElements", [away, target, atTarget], { axis: 1 });
}

/** The entropy of each row of log-probabilities [R, V] → [R, 1], in nats; 0 · log 0 counts as 0. */
export function entropies(graph: Graph, distribution: Value): Value {
  const terms = graph.op("Mul", [graph.op("Exp", [distribution]), distribution]);
  return graph.op("Neg", [graph.op("ReduceSum", [terms, graph.ints([1])], { keepdims: 1 })]);
}
