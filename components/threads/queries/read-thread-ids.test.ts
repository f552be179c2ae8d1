import { expect, test } from "vitest";
import { readThreadIds } from "./read-thread-ids.ts";

test("ids may be pasted one per line, with commas or with spaces, and count once", () => {
  expect(readThreadIds(" a, b\n c;b  a ")).toEqual(["a", "b", "c"]);
  expect(readThreadIds(" , ")).toEqual([]);
});
