import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { embedding } from "./embedding.ts";

test("a token that comes twice adds both gradients to its embedding", () => {
  const [vocabSize, width] = [4, 3];
  const ids = [2, 0, 2, 3, 2];
  return expectRightOperation({
    shapes: { table: [vocabSize, width] },
    constants: { ids: { shape: [ids.length], data: Int32Array.from(ids) } },
    outputShape: [ids.length, width],
    build: (tape, of) => embedding(tape, of("table"), { ids: of("ids"), vocabSize }),
    plain: (of) => ids.flatMap((id) => [...of("table").subarray(id * width, (id + 1) * width)]),
  });
});
