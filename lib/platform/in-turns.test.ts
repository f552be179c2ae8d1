import { expect, test } from "vitest";
import { inStretches, inTurns } from "./in-turns.ts";

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

test("a list comes in order and in parts, and others are heard between them", async () => {
  let turns = 0;
  let isOver = false;
  const heard: [readonly number[], number][] = [];
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  for await (const part of inStretches([1, 2, 3, 4, 5], 2)) heard.push([part, turns]);
  isOver = true;
  expect(heard.map(([part]) => part)).toEqual([[1, 2], [3, 4], [5]]);
  const [first = 0, second = 0, third = 0] = heard.map(([, at]) => at);
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
  for await (const part of inStretches([], 2)) expect(part).toBe("nothing");
});
