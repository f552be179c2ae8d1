import type { Graph, Value } from "./graph.ts";

export type ProductOptions = {
  readonly transA?: boolean;
  readonly transB?: boolean;
  /** The product is multiplied by it. */
  readonly scale?: number;
  /** Added to the product: a matrix of its shape, or a row that every row gets. */
  readonly plus?: Value | null;
};

/** `scale · A·B + plus` of two matrices, in one operator. */
export function product(
  graph: Graph,
  [a, b]: readonly [Value, Value],
  { transA = false, transB = false, scale = 1, plus = null }: ProductOptions = {},
): Value {
  return graph.op("Gemm", plus ? [a, b, plus] : [a, b], {
    transA: Number(transA),
    transB: Number(transB),
    alpha: { float: scale },
  });
}

/** `scale · A·B` of stacks of matrices, the last two axes being a matrix's. */
export function stackedProduct(
  graph: Graph,
  [a, b]: readonly [Value, Value],
  { transA = false, transB = false, scale = 1 }: Omit<ProductOptions, "plus"> = {},
): Value {
  const attributes = { transA: Number(transA), transB: Number(transB), alpha: { float: scale } };
  return graph.op("FusedMatMul", [a, b], attributes, "com.microsoft");
}

/** `left + right`, or `right` if there is no left one yet. */
export function plus(graph: Graph, left: Value | null, right: Value): Value {
  return left ? graph.op("Add", [left, right]) : right;
}

/** The sum of all rows of a matrix. */
export function columnSums(graph: Graph, matrix: Value): Value {
  return graph.op("ReduceSum", [matrix, graph.ints([0])], { keepdims: 0 });
}
