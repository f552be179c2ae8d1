import { expect, test } from "vitest";
import { isNewsOfEnd } from "./news-of-end.ts";

test("the end of a followed job is news, also where the job itself was read again before its stream reported", () => {
  expect(isNewsOfEnd("completed", false)).toBe(true);
  expect(isNewsOfEnd("running", false)).toBe(true);
  expect(isNewsOfEnd("running", true)).toBe(true);
  expect(isNewsOfEnd(undefined, true)).toBe(true);
});

test("the end of a job that had ended before the page was opened is none", () => {
  expect(isNewsOfEnd("completed", true)).toBe(false);
});
