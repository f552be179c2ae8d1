import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { rope } from "./rope.ts";

test("RoPE turns pairs of channels by the angle of their position, and gradients back", () => {
  const [heads, length, half] = [2, 3, 2];
  const width = 2 * half;
  const angles = [0, 0, 0.4, 0.1, 0.8, 0.2, 1.2, 0.3];
  const positions = [0, 1, 3];
  return expectRightOperation({
    shapes: { x: [1, heads, length, width] },
    constants: {
      cos: { shape: [4, half], data: Float32Array.from(angles, Math.cos) },
      sin: { shape: [4, half], data: Float32Array.from(angles, Math.sin) },
      positions: { shape: [1, length], data: Int32Array.from(positions) },
    },
    outputShape: [1, heads, length, width],
    build: (tape, of) => {
      const { graph } = tape;
      const long = graph.op("Cast", [of("positions")], { to: 7 });
      const negativeSin = graph.op("Neg", [of("sin")]);
      return rope(tape, of("x"), { cos: of("cos"), sin: of("sin"), negativeSin, positions: long });
    },
    plain: (of) =>
      of("x").map((value, i) => {
        const channel = i % width;
        const position = positions[Math.floor(i / width) % length] ?? 0;
        const angle = angles[position * half + (channel % half)] ?? 0;
        const isFirst = channel < half;
        const other = of("x")[isFirst ? i + half : i - half] ?? 0;
        return value * Math.cos(angle) + (isFirst ? -other : other) * Math.sin(angle);
      }),
  });
});
