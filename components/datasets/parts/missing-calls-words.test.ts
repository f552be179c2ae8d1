import { expect, test } from "vitest";
import { missingCallsMark, missingCallsWords } from "./missing-calls-words.ts";

test("rows that rest on calls are counted in words, and nothing is said where none does or nobody counted", () => {
  const wordsOf = (rows: number) => missingCallsWords({ missingCalls: { rows, calls: 9 } });
  expect(wordsOf(1)).toBe("1 row rests on calls that it does not have");
  expect(wordsOf(2000)).toBe("2,000 rows rest on calls that they do not have");
  expect([wordsOf(0), missingCallsWords({ missingCalls: null })]).toEqual([null, null]);
  expect([0, 1, 2].map(missingCallsMark)).toEqual([
    null,
    "Rests on 1 call that it does not have",
    "Rests on 2 calls that it does not have",
  ]);
});
