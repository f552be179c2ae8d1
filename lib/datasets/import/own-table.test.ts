import { expect, test } from "vitest";
import { ROW_COLUMNS } from "#lib/datasets/exports/row-columns.ts";
import { isOwnTable } from "./own-table.ts";

test("the tables of all kinds that are exported here are known as such, and no other table", () => {
  for (const columns of Object.values(ROW_COLUMNS)) {
    const header = columns.map(({ name }) => name);
    expect(isOwnTable([...header, "topic"])).toBe(true);
    expect(isOwnTable(header.slice(1))).toBe(false);
  }
  expect(isOwnTable(["row_id", "split", "weight", "question", "answer"])).toBe(false);
  expect(isOwnTable(["prompt", "completion"])).toBe(false);
});
