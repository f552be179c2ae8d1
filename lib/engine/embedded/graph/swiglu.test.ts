import { test } from "vitest";
import { expectRightOperation } from "../testing/check-operation.ts";
import { swiglu } from "./swiglu.ts";

test("SwiGLU and its gradients are those of its formula", () =>
  expectRightOperation({
    shapes: { gate: [3, 4], up: [3, 4] },
    outputShape: [3, 4],
    build: (tape, of) => swiglu(tape, of("gate"), of("up")),
    plain: (of) => of("gate").map((value, i) => (value / (1 + Math.exp(-value))) * (of("up")[i] ?? 0)),
  }));
