import type { Value } from "./graph.ts";
import { plus, stackedProduct } from "./matrix.ts";
import type { Tape } from "./tape.ts";

/**
 * Softmax attention with grouped queries: q [B, KV, G·T, headWidth], k and v [B, KV, T, headWidth] → [B, KV, G·T, headWidth]. The G query
 * heads that share keys lie one after another, so that one product serves them all and its transpose sums over them.
 * `mask` [B, 1, 1, T, T] is 0 where a query may look and −∞ elsewhere; each query may look at something.
 */
export function attention(
  tape: Tape,
  { q, k, v }: { readonly q: Value; readonly k: Value; readonly v: Value },
  {
    mask,
    views,
    headWidth,
  }: { readonly mask: Value; readonly views: AttentionShapes; readonly headWidth: number },
): Value {
  const { graph } = tape;
  const scale = 1 / Math.sqrt(headWidth);
  const scores = stackedProduct(graph, [q, k], { transB: true, scale });
  const masked = graph.op("Add", [graph.op("Reshape", [scores, views.apart]), mask]);
  const shares = graph.op("Reshape", [graph.op("Softmax", [masked], { axis: -1 }), views.together]); // [B, KV, G·T, T]
  const y = stackedProduct(graph, [shares, v]);
  return tape.record(y, [q, k, v], (dy) => {
    tape.contribute(v, (sum) => plus(graph, sum, stackedProduct(graph, [shares, dy], { transA: true })));
    if (!tape.isWatched(q) && !tape.isWatched(k)) return;
    // dscores = shares · (dshares − Σ dshares·shares), and that sum over keys equals Σ dy·y over channels, which is far shorter.
    const dShares = stackedProduct(graph, [dy, v], { transB: true });
    const mean = graph.op("ReduceSum", [graph.op("Mul", [dy, y]), graph.ints([-1])], { keepdims: 1 });
    const dScores = graph.op("Mul", [shares, graph.op("Sub", [dShares, mean])]);
    tape.contribute(q, (sum) => plus(graph, sum, stackedProduct(graph, [dScores, k], { scale })));
    tape.contribute(k, (sum) =>
      plus(graph, sum, stackedProduct(graph, [dScores, q], { transA: true, scale })),
    );
  });
}

/** Shape vectors between which the scores are viewed. */
export type AttentionShapes = {
  /** [B, KV, G, T, T] */
  readonly apart: Value;
  /** [B, KV, G·T, T] */
  readonly together: Value;
};
