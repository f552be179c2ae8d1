import type { Value } from "./graph.ts";
import { columnSums, plus, product } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** RMSNorm of each row, `x / sqrt(mean(x²) + ε) · scale`: x [N, W], scale [W]. */
export function rmsNorm(
  tape: Tape,
  x: Value,
  { scale, width, epsilon }: { scale: Value; width: number; epsilon: number },
): Value {
  const { graph } = tape;
  const [y, inverseRoot] = graph.ops("SimplifiedLayerNormalization", [x, scale], {
    attributes: { axis: -1, epsilon: { float: epsilon } },
    outputs: 2,
  });
  if (!y || !inverseRoot) throw new Error("SimplifiedLayerNormalization has two outputs");
  return tape.record(y, [x, scale], (dy) => {
    const even = graph.op("Mul", [x, inverseRoot]); // x / root, [N, W]
    const weighted = graph.op("Mul", [dy, even]);
    tape.contribute(scale, (sum) => plus(graph, sum, columnSums(graph, weighted)));
    // dx = (dy·scale − even · mean(dy·scale·even)) / root
    tape.contribute(x, (sum) => {
      const column = graph.op("Unsqueeze", [scale, graph.ints([1])]);
      const mean = product(graph, [weighted, column], { scale: 1 / width }); // [N, 1]
      const direct = graph.op("Mul", [dy, scale]);
      const along = graph.op("Mul", [even, mean]);
      return plus(graph, sum, graph.op("Mul", [graph.op("Sub", [direct, along]), inverseRoot]));
    });
  });
}
