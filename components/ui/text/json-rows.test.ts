import { expect, test } from "vitest";
import { jsonRows, parentIndex } from "./json-rows.ts";

const everything = () => true;

test("a tree lists each value once, in the order of the document", () => {
  const rows = jsonRows({ a: [1, { b: null }], c: "x" }, everything);
  expect(rows.map((row) => [row.path, row.kind, row.depth])).toEqual([
    ["", "object", 0],
    ["/a", "array", 1],
    ["/a/0", "number", 2],
    ["/a/1", "object", 2],
    ["/a/1/b", "null", 3],
    ["/c", "string", 1],
  ]);
});

test("a closed container hides what is inside and still says how much", () => {
  const rows = jsonRows({ a: [1, 2, 3] }, (path) => path === "");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ path: "/a", childCount: 3, isOpen: false });
});

test("names with slashes and the name __proto__ keep paths of their own", () => {
  const value: unknown = JSON.parse('{"a/b": 1, "a": {"b": 2}, "__proto__": 3}');
  expect(jsonRows(value, everything).map((row) => row.path)).toEqual([
    "",
    "/a~1b",
    "/a",
    "/a/b",
    "/__proto__",
  ]);
});

test("a value nested a hundred thousand deep is listed", () => {
  let value: unknown = 1;
  for (let i = 0; i < 100_000; i++) value = [value];
  expect(jsonRows(value, (_, depth) => depth < 1_000)).toHaveLength(1_001);
});

test("the parent of a line is the nearest line above with less depth", () => {
  const rows = jsonRows({ a: [1, 2], b: 3 }, everything);
  expect(rows.map((_, i) => parentIndex(rows, i))).toEqual([-1, 0, 1, 1, 0]);
});
