import type { Value } from "./graph.ts";
import { plus } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** The same numbers in the same order under another shape; `shape` and `back` are shape vectors. */
export function reshape(tape: Tape, x: Value, { shape, back }: { shape: Value; back: Value }): Value {
  const { graph } = tape;
  const y = graph.op("Reshape", [x, shape]);
  return tape.record(y, [x], (dy) =>
    tape.contribute(x, (sum) => plus(graph, sum, graph.op("Reshape", [dy, back]))),
  );
}

/** Swaps the second and the third of four axes: [B, T, H, W] ⇄ [B, H, T, W]. */
export function swapMiddle(tape: Tape, x: Value): Value {
  const { graph } = tape;
  const swap = (value: Value) => graph.op("Transpose", [value], { perm: [0, 2, 1, 3] });
  return tape.record(swap(x), [x], (dy) => tape.contribute(x, (sum) => plus(graph, sum, swap(dy))));
}
