import type { Value } from "./graph.ts";
import { columnSums, plus, product } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/** Matrices of a low-rank pair: A [rank, in], B [out, rank]. */
export type LowRankPair = { readonly a: Value; readonly b: Value; readonly scale: number };

/** `x·Wᵀ + bias`: x [R, in], W [out, in], bias [out] → [R, out]. */
export function linear(tape: Tape, x: Value, { weight, bias }: { weight: Value; bias: Value | null }): Value {
  const { graph } = tape;
  const y = product(graph, [x, weight], { transB: true, plus: bias });
  return tape.record(y, bias ? [x, weight, bias] : [x, weight], (dy) => {
    tape.contribute(x, (sum) => product(graph, [dy, weight], { plus: sum }));
    tape.contribute(weight, (sum) => product(graph, [dy, x], { transA: true, plus: sum }));
    if (bias) tape.contribute(bias, (sum) => plus(graph, sum, columnSums(graph, dy)));
  });
}

/** `residual + x·Wᵀ`, added within the product: x [R, in], W [out, in], residual [R, out]. */
export function linearOnto(
  tape: Tape,
  x: Value,
  { weight, residual }: { weight: Value; residual: Value },
): Value {
  const { graph } = tape;
  const y = product(graph, [x, weight], { transB: true, plus: residual });
  return tape.record(y, [x, weight, residual], (dy) => {
    tape.contribute(residual, (sum) => plus(graph, sum, dy));
    tape.contribute(x, (sum) => product(graph, [dy, weight], { plus: sum }));
    tape.contribute(weight, (sum) => product(graph, [dy, x], { transA: true, plus: sum }));
  });
}

/** `base + scale · (x·Aᵀ)·Bᵀ`, the adapter's addition to the projection `base` [R, out] of x [R, in]. */
export function addLowRank(
  tape: Tape,
  base: Value,
  { x, pair: { a, b, scale } }: { x: Value; pair: LowRankPair },
): Value {
  const { graph } = tape;
  const inner = product(graph, [x, a], { transB: true });
  const y = product(graph, [inner, b], { transB: true, scale, plus: base });
  return tape.record(y, [base, x, a, b], (dy) => {
    tape.contribute(base, (sum) => plus(graph, sum, dy));
    tape.contribute(b, (sum) => product(graph, [dy, inner], { transA: true, scale, plus: sum }));
    const dInner = product(graph, [dy, b], { scale });
    tape.contribute(a, (sum) => product(graph, [dInner, x], { transA: true, plus: sum }));
    tape.contribute(x, (sum) => product(graph, [dInner, a], { plus: sum }));
  });
}
