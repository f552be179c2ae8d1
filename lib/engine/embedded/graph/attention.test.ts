import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { logSoftmax } from "../testing/plain-decoder.ts";
import { attention } from "./attention.ts";

test("attention with grouped queries and a mask, and its gradients, are those written out", () => {
  const [rows, kv, groups, length, width] = [2, 2, 2, 3, 4];
  // Causal; in the second row the last token begins a sequence of its own.
  const isSeen = (row: number, query: number, key: number) =>
    key <= query && !(row === 1 && query === 2 && key < 2);
  const mask = Float32Array.from({ length: rows * length * length }, (_, i) => {
    const [row, query, key] = [Math.floor(i / length / length), Math.floor(i / length) % length, i % length];
    return isSeen(row, query, key) ? 0 : Number.NEGATIVE_INFINITY;
  });
  return expectRightOperation({
    shapes: {
      q: [rows, kv, groups * length, width],
      k: [rows, kv, length, width],
      v: [rows, kv, length, width],
    },
    constants: { mask: { shape: [rows, 1, 1, length, length], data: mask } },
    outputShape: [rows, kv, groups * length, width],
    build: (tape, of) => {
      const { graph } = tape;
      const views = {
        apart: graph.ints([rows, kv, groups, length, length]),
        together: graph.ints([rows, kv, groups * length, length]),
      };
      const q = of("q");
      return attention(tape, { q, k: of("k"), v: of("v") }, { mask: of("mask"), views, headWidth: width });
    },
    plain: (of) =>
      of("q").map((_, i) => {
        const [query, head] = [Math.floor(i / width) % length, Math.floor(i / width / length / groups)];
        const at = (name: string, token: number) => {
          const start = (head * length + token) * width;
          return of(name).subarray(start, start + width);
        };
        const mine = of("q").subarray(i - (i % width), i - (i % width) + width);
        const seen = [0, 1, 2].filter((key) => isSeen(Math.floor(head / kv), query, key));
        const scores = seen.map((key) => at("k", key).reduce((sum, x, c) => sum + x * (mine[c] ?? 0), 0) / 2);
        const shares = logSoftmax(scores).map(Math.exp);
        return seen.reduce((sum, key, s) => sum + (shares[s] ?? 0) * (at("v", key)[i % width] ?? 0), 0);
      }),
  });
});
