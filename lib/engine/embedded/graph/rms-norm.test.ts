import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { rmsNorm } from "./rms-norm.ts";

test("RMSNorm and its gradients are those of its formula", () => {
  const [rows, width, epsilon] = [3, 5, 1e-2];
  return expectRightOperation({
    shapes: { x: [rows, width], scale: [width] },
    outputShape: [rows, width],
    build: (tape, of) => rmsNorm(tape, of("x"), { scale: of("scale"), width, epsilon }),
    plain: (of) =>
      of("x").map((value, i) => {
        const row = of("x").subarray(i - (i % width), i - (i % width) + width);
        const meanSquare = row.reduce((sum, other) => sum + other * other, 0) / width;
        return (value / Math.sqrt(meanSquare + epsilon)) * (of("scale")[i % width] ?? 0);
      }),
  });
});
