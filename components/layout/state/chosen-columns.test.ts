import { expect, test } from "vitest";
import { moveColumn, readColumns, toggleColumn, writeColumns } from "./chosen-columns.ts";

const KNOWN = ["a", "b", "c", "d"];
const USUAL = ["a", "b"];

test("an address keeps columns and their order, and what it cannot mean is the usual choice", () => {
  expect(readColumns("c,a", KNOWN, USUAL)).toEqual(["c", "a"]);
  expect(readColumns("c,nothing,c", KNOWN, USUAL)).toEqual(["c"]);
  for (const text of [null, "", "nothing"]) expect(readColumns(text, KNOWN, USUAL)).toEqual(USUAL);
  expect(writeColumns(USUAL, USUAL)).toBeNull();
  expect(readColumns(writeColumns(["b", "a"], USUAL), KNOWN, USUAL)).toEqual(["b", "a"]);
});

test("columns are hidden, shown at the end and moved; the last one cannot be hidden", () => {
  expect(toggleColumn(USUAL, "a")).toEqual(["b"]);
  expect(toggleColumn(["b"], "b")).toEqual(["b"]);
  expect(toggleColumn(USUAL, "d")).toEqual(["a", "b", "d"]);
  expect(moveColumn(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
  expect(moveColumn(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
  expect(moveColumn(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
});
