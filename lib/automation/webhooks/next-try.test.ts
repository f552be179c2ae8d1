import { expect, test } from "vitest";
import { nextTryMs } from "./next-try.ts";

test("ten tries spread over about three days, each up to a tenth later", () => {
  const pauses = Array.from({ length: 10 }, (_, at) => nextTryMs(at + 1, 0));
  expect(pauses).toEqual(
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null].map((s) => s && s * 1000),
  );
  expect(nextTryMs(1, 1)).toBe(5500);
});
