import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { reshape, swapMiddle } from "./layout.ts";

test("gradients come back in the shape and the order that the values had", () => {
  const [rows, length, heads, width] = [2, 3, 2, 2];
  return expectRightOperation({
    shapes: { x: [rows * length, heads * width] },
    outputShape: [rows, heads, length, width],
    build: (tape, of) => {
      const { graph } = tape;
      const views = {
        shape: graph.ints([rows, length, heads, width]),
        back: graph.ints([rows * length, heads * width]),
      };
      return swapMiddle(tape, reshape(tape, of("x"), views));
    },
    plain: (of) =>
      of("x").map((_, i) => {
        const [c, t] = [i % width, Math.floor(i / width) % length];
        const [head, row] = [Math.floor(i / width / length) % heads, Math.floor(i / width / length / heads)];
        return of("x")[((row * length + t) * heads + head) * width + c] ?? 0;
      }),
  });
});
