import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { MIB } from "#lib/contract/endpoint.ts";
import { readFile } from "./read-file.ts";

type ColumnData = Parameters<typeof parquetWriteBuffer>[0]["columnData"];

const GOOD: ColumnData = [
  { name: "id", data: ["a", "b"] },
  { name: "trace_id", data: ["t", "t"] },
  { name: "op_name", data: ["chat", "chat"] },
  { name: "started_at", data: [new Date("2026-02-01T00:00:00.123Z"), new Date("2026-02-01T00:00:00Z")] },
  { name: "inputs", data: ['{"q":1}', null], type: "STRING" },
];

function tableOf(columnData: ColumnData): Blob {
  return new Blob([parquetWriteBuffer({ columnData, rowGroupSize: 1_000_000 })]);
}

/** As many equal rows in one group, which takes no more room than one. */
function repeated(rows: number, document = "{}"): Blob {
  const of = <V>(value: V) => new Array<V>(rows).fill(value);
  return tableOf([
    { name: "id", data: of("a") },
    { name: "trace_id", data: of("t") },
    { name: "op_name", data: of("chat") },
    { name: "started_at", data: of(new Date(0)) },
    { name: "inputs", data: of(document), type: "STRING", encoding: "PLAIN" },
  ]);
}

function outcomes(file: Blob) {
  return Array.fromAsync(readFile(file), ({ unit, number, calls, reason }) => [
    `${unit} ${number}`,
    reason ?? calls?.map(({ id, startedAt, inputs }) => ({ id, startedAt, inputs })),
  ]);
}

test("a table that another program wrote again, with times in milliseconds, is read as well", async () => {
  expect(await outcomes(tableOf(GOOD))).toEqual([
    ["row 1", [{ id: "a", startedAt: "2026-02-01T00:00:00.123Z", inputs: { q: 1 } }]],
    ["row 2", [{ id: "b", startedAt: "2026-02-01T00:00:00.000Z" }]],
  ]);
});

test("text is read as text, and its records say how far they are", async () => {
  const line = JSON.stringify({ input: "Hi", output: "Hello" });
  const records = await Array.fromAsync(readFile(new Blob([line, "\n", line])));
  expect(records.map(({ unit, number }) => `${unit} ${number}`)).toEqual(["line 1", "line 2"]);
});

test.each([
  ["no JSON in a document", { name: "inputs", data: ["{", '{"q":1}'] }, "one of its documents is not JSON"],
  ["no id", { name: "id", data: [null, "b"], type: "STRING" as const }, "it has no id"],
  [
    "no start",
    { name: "started_at", data: [null, new Date(0)], type: "TIMESTAMP" as const },
    /it is not a call: started_at/,
  ],
  ["a document of another kind", { name: "inputs", data: ["[1]", '{"q":1}'] }, /it is not a call: inputs/],
])("a row with %s is left out, and the others are read", async (_, column, reason) => {
  const columns = GOOD.map((one) => (one.name === column.name ? column : one));
  const [bad, good] = await outcomes(tableOf(columns));
  expect(bad).toEqual(["row 1", typeof reason === "string" ? reason : expect.stringMatching(reason)]);
  expect(good).toMatchObject(["row 2", [{ id: "b" }]]);
});

test.each([
  [
    "a table of something else",
    tableOf([{ name: "prompt", data: ["Hi"] }]),
    "of something other than exported calls",
  ],
  ["a table that is cut off", tableOf(GOOD).slice(0, 200), "it is a Parquet table that cannot be read"],
  [
    "a table of a few bytes and very many rows",
    repeated(100_001),
    "with very large row groups: write smaller ones",
  ],
  [
    "a table whose pages become very large",
    repeated(300, "x".repeat(MIB)),
    "with very large row groups: write smaller ones",
  ],
  ["nothing but the mark", new Blob(["PAR1"]), "it is a Parquet table that cannot be read"],
])("%s is refused", async (_, file, words) => {
  await expect(outcomes(file)).rejects.toThrow(words);
});
