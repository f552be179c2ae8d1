import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";

test("other work runs in between", async () => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  function* work(): Generator<undefined, string> {
    // Far more steps than anybody could take before the others' third turn.
    for (let step = 0; step < 1e9; step++) {
      if (turns >= 3) return "done";
      yield undefined;
    }
    return "nobody else was heard";
  }
  expect(await inTurns(work())).toBe("done");
  clearInterval(other);
});

test("a fault of the work is thrown", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first step.
  function* broken(): Generator<undefined, never> {
    throw new Error("broken");
  }
  await expect(inTurns(broken())).rejects.toThrow("broken");
});
