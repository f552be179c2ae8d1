import { expect, test } from "vitest";
import { Graph } from "./graph.ts";
import { linear } from "./linear.ts";
import { Tape } from "./tape.ts";

test("asking for the gradient of what the output does not depend on is an error that names it", () => {
  const tape = new Tape(new Graph());
  const [x, weight, other] = ["x", "weight", "other"].map((name) =>
    tape.graph.input(name, "float32", [2, 2]),
  );
  if (!x || !weight || !other) throw new Error("three inputs");
  tape.watch(weight);
  tape.watch(other);
  tape.reverse(linear(tape, x, { weight, bias: null }), x);
  expect(tape.gradientOf(weight).name).not.toBe("");
  expect(() => tape.gradientOf(other)).toThrow("No gradient arrived at other");
  expect(tape.isWatched(x)).toBe(false);
  expect(() => tape.gradientOf(x)).toThrow("No gradient arrived at x");
});
