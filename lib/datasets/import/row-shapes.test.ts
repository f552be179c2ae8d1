import { expect, test } from "vitest";
import { splitNamed, splitOfPath } from "./row-shapes.ts";

test.each([
  ["data/train-00000-of-00001.parquet", "train"],
  ["data/test-00000-of-00001.parquet", "held_out"],
  ["my.validation.jsonl", "held_out"],
  ["held_out.csv", "held_out"],
  ["test/rows.jsonl", "held_out"],
  ["latest/contest.jsonl", null],
  ["rows.jsonl", null],
])("the path %s says the split %s", (path, split) => {
  expect(splitOfPath(path)).toBe(split);
});

test("other programs call the parts by other names", () => {
  expect(["Train", "TEST", "held out", "dev", "other", 1].map(splitNamed)).toEqual([
    "train",
    "held_out",
    "held_out",
    "held_out",
    null,
    null,
  ]);
});
