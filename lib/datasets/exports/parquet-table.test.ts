import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { parquetTable, tableShape } from "./parquet-table.ts";
import { ROW_COLUMNS } from "./row-columns.ts";

const row = (content: unknown) => ({
  row_id: "r",
  split: "train",
  weight: 1,
  messages: [{ role: "user", content }],
});

test("a table holds what every row has, and null where a row has none", async () => {
  const reply = { role: "assistant", tool_calls: [{ id: "c" }] };
  const rows = [row("Hello"), { ...row(null), messages: [reply], tools: [] }, { ...row(""), messages: [] }];
  const table = parquetTable(rows, tableShape(rows, ROW_COLUMNS.sft));
  const read = await parquetReadObjects({ file: new Uint8Array(table ?? []).buffer });
  const head = { row_id: "r", split: "train", weight: 1 };
  expect(read).toEqual([
    { ...head, messages: [{ role: "user", content: "Hello", tool_calls: null }], tools: null },
    { ...head, messages: [{ role: "assistant", content: null, tool_calls: '[{"id":"c"}]' }], tools: "[]" },
    { ...head, messages: [], tools: null },
  ]);
});

test("no table holds content in parts beside text", () => {
  const rows = [row("Hello"), row([{ type: "text", text: "Hello" }])];
  expect(parquetTable(rows, tableShape(rows, ROW_COLUMNS.sft))).toBeNull();
});
