import { expect, test } from "vitest";
import { linesName } from "./lines-name.internal.ts";

test("lines that were made of a table or an archive are called after it, by one ending", () => {
  expect(["v0.parquet", "v0.tar", "my.rows.csv.gz", "train.jsonl", "plain", ".csv"].map(linesName)).toEqual([
    ...["v0.jsonl", "v0.jsonl", "my.rows.jsonl", "train.jsonl", "plain.jsonl", "rows.jsonl"],
  ]);
});
