import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { addLowRank, linear, linearOnto } from "./linear.ts";

const [rows, inputs, outputs, rank] = [3, 4, 5, 2];

test("a linear layer and its gradients are those written out", () =>
  expectRightOperation({
    shapes: { x: [rows, inputs], weight: [outputs, inputs] },
    outputShape: [rows, outputs],
    build: (tape, of) => linear(tape, of("x"), { weight: of("weight"), bias: null }),
    plain: (of) => timesTransposed(of("x"), of("weight"), inputs),
  }));

test("a bias is added to each row and gets the sum of their gradients", () =>
  expectRightOperation({
    shapes: { x: [rows, inputs], weight: [outputs, inputs], bias: [outputs] },
    outputShape: [rows, outputs],
    build: (tape, of) => linear(tape, of("x"), { weight: of("weight"), bias: of("bias") }),
    plain: (of) =>
      timesTransposed(of("x"), of("weight"), inputs).map((y, i) => y + (of("bias")[i % outputs] ?? 0)),
  }));

test("what a layer is added onto gets its gradient unchanged", () =>
  expectRightOperation({
    shapes: { x: [rows, inputs], weight: [outputs, inputs], residual: [rows, outputs] },
    outputShape: [rows, outputs],
    build: (tape, of) => linearOnto(tape, of("x"), { weight: of("weight"), residual: of("residual") }),
    plain: (of) => timesTransposed(of("x"), of("weight"), inputs).map((y, i) => y + (of("residual")[i] ?? 0)),
  }));

test("gradients of a value used twice are added, whatever the order of its uses", () =>
  expectRightOperation({
    shapes: { x: [rows, inputs], weight: [inputs, inputs] },
    outputShape: [rows, inputs],
    build: (tape, of) => {
      const once = linearOnto(tape, of("x"), { weight: of("weight"), residual: of("x") });
      return linearOnto(tape, once, { weight: of("weight"), residual: of("x") });
    },
    plain: (of) => {
      const once = timesTransposed(of("x"), of("weight"), inputs).map((y, i) => y + (of("x")[i] ?? 0));
      return timesTransposed(once, of("weight"), inputs).map((y, i) => y + (of("x")[i] ?? 0));
    },
  }));

test("a low-rank pair adds its scaled product and both matrices learn", () =>
  expectRightOperation({
    shapes: { base: [rows, outputs], x: [rows, inputs], a: [rank, inputs], b: [outputs, rank] },
    outputShape: [rows, outputs],
    build: (tape, of) =>
      addLowRank(tape, of("base"), { x: of("x"), pair: { a: of("a"), b: of("b"), scale: 1.5 } }),
    plain: (of) => {
      const inner = timesTransposed(of("x"), of("a"), inputs);
      return timesTransposed(inner, of("b"), rank).map((y, i) => 1.5 * y + (of("base")[i] ?? 0));
    },
  }));

/** X·Wᵀ of matrices with rows of length `shared`. */
function timesTransposed(x: Float64Array, weight: Float64Array, shared: number): Float64Array {
  const [height, width] = [x.length / shared, weight.length / shared];
  return Float64Array.from({ length: height * width }, (_, i) => {
    const [row, column] = [Math.floor(i / width) * shared, (i % width) * shared];
    let sum = 0;
    for (let k = 0; k < shared; k++) sum += (x[row + k] ?? 0) * (weight[column + k] ?? 0);
    return sum;
  });
}
