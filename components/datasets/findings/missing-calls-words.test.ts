import { expect, test } from "vitest";
import { missingCallsMark, missingCallsWords } from "./missing-calls-words.ts";

test("rows that rest on calls are counted in words, and nothing is said where none does or nobody counted", () => {
  const wordsOf = (rows: number) => missingCallsWords({ missingCalls: { rows, calls: 9 } });
  expect(wordsOf(1)).toBe("1 row rests on calls that it does not have");
  expect(wordsOf(2000)).toBe("2,000 rows rest on calls that they do not have");
  const withEarlier = (rows: number, earlierRows: number) =>
    missingCallsWords({ missingCalls: { rows, calls: 9, earlierRows } });
  expect(withEarlier(3, 3)).toBe("3 rows rest on calls of earlier turns that they do not have");
  expect(withEarlier(1, 1)).toBe("1 row rests on calls of earlier turns that it does not have");
  expect(withEarlier(10, 3)).toBe(
    "10 rows rest on calls that they do not have, 3 of them on calls of earlier turns alone",
  );
  expect(withEarlier(2, 0)).toBe("2 rows rest on calls that they do not have");
  expect([wordsOf(0), missingCallsWords({ missingCalls: null })]).toEqual([null, null]);
  expect([0, 1, 2].map(missingCallsMark)).toEqual([
    null,
    "Rests on 1 call that it does not have",
    "Rests on 2 calls that it does not have",
  ]);
});
