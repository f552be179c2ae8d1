import type { Value } from "./graph.ts";
import { plus } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** `silu(gate) · up` element by element, `silu(x) = x · sigmoid(x)`. */
export function swiglu(tape: Tape, gate: Value, up: Value): Value {
  const { graph } = tape;
  const share = graph.op("Sigmoid", [gate]);
  const silu = graph.op("Mul", [gate, share]);
  const y = graph.op("Mul", [silu, up]);
  return tape.record(y, [gate, up], (dy) => {
    tape.contribute(up, (sum) => plus(graph, sum, graph.op("Mul", [dy, silu])));
    // silu' = share + silu · (1 − share)
    tape.contribute(gate, (sum) => {
      const rest = graph.op("Mul", [silu, graph.op("Sub", [graph.floats(1), share])]);
      const slope = graph.op("Add", [rest, share]);
      return plus(graph, sum, graph.op("Mul", [graph.op("Mul", [dy, up]), slope]));
    });
  });
}
