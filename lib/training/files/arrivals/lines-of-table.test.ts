import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOfTable } from "./lines-of-table.internal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "table-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ALL = { maxRows: 1_000_000, maxBytes: 512 * 1024 * 1024 };

const ZIPPED = { GZIP: (bytes: Uint8Array) => gzipSync(bytes) };

test("other work runs while a table is read that is a single step of reading", async () => {
  const table = await aTable({
    data: Array.from({ length: 100 }, (_, at) => `${at}`.padEnd(500_000, "x")),
    codec: "GZIP",
    compressors: ZIPPED,
  });
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 1);
  const rows = linesOfTable(table, ALL);
  const first = await rows.next();
  clearInterval(heart);
  await rows.return(undefined);
  expect(first.value).toMatchObject({ number: 1, text: expect.stringMatching(/^\{"prompt":"0x/) });
  // Opening the file alone leaves room for a few.
  expect(beats).toBeGreaterThanOrEqual(20);
  expect(await readdir(folder)).toEqual(["rows.parquet"]);
});

test("rows of a long group come once each and in order, and what is too much stays out", async () => {
  const table = await aTable({ data: Array.from({ length: 25_000 }, (_, at) => `row ${at}`) });
  expect(await promptsOf(linesOfTable(table, ALL))).toEqual(
    Array.from({ length: 25_000 }, (_, at) => `row ${at}`),
  );
  expect(await promptsOf(linesOfTable(table, { ...ALL, maxRows: 3 }))).toEqual(["row 0", "row 1", "row 2"]);
  expect(await promptsOf(linesOfTable(table, { ...ALL, maxBytes: 30 }))).toEqual(["row 0", "row 1"]);
});

test("a table that cannot be read is rejected with the reason", async () => {
  const table = path.join(folder, "rows.parquet");
  await writeFile(table, "PAR1 and nothing else PAR1");
  await expect(linesOfTable(table, ALL).next()).rejects.toThrow(/^the Parquet table cannot be read: /);
  expect(await readdir(folder)).toEqual(["rows.parquet"]);
});

test.each([
  [
    "without a footer",
    new Uint8Array([...Buffer.from("PAR1"), 0, 0, 0, 0, ...Buffer.from("PAR1")]),
    "it has no footer",
  ],
  ["of 1,001 columns", tableOf(1_001), "it has 1002 columns and parts of columns of 1000"],
])("a table %s is rejected", async (_, bytes, why) => {
  const table = path.join(folder, "rows.parquet");
  await writeFile(table, bytes);
  await expect(linesOfTable(table, ALL).next()).rejects.toThrow(`the Parquet table cannot be read: ${why}`);
});

test("a value that is nested too deep is rejected, and the thread of a table that takes too long is ended", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const table = await aTable({ name: "tools", data: [deep] });
  await expect(linesOfTable(table, ALL).next()).rejects.toThrow("nested too deep");
  const long = await aTable({ data: Array.from({ length: 100_000 }, (_, at) => `row ${at}`) });
  await expect(linesOfTable(long, { ...ALL, maxSeconds: 0.001 }).next()).rejects.toThrow(
    "takes more than 0.001 s",
  );
  expect(await promptsOf(linesOfTable(long, { ...ALL, maxRows: 1 }))).toEqual(["row 0"]);
});

function tableOf(columns: number): Uint8Array {
  const columnData = Array.from({ length: columns }, (_, at) => ({
    name: `c${at}`,
    data: ["x"],
    type: "STRING" as const,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

type Given = { name?: string; data: string[] } & Omit<Parameters<typeof parquetWriteBuffer>[0], "columnData">;

/** One column in one row group. */
async function aTable({ name = "prompt", data, ...options }: Given): Promise<string> {
  const file = path.join(folder, "rows.parquet");
  const bytes = parquetWriteBuffer({
    columnData: [{ name, data, type: "STRING" }],
    rowGroupSize: data.length,
    ...options,
  });
  await writeFile(file, new Uint8Array(bytes));
  return file;
}

test("a text keeps a mark of byte order at its beginning, and messages that are JSON as text are read", async () => {
  const marked = "\uFEFFHello";
  expect(await promptsOf(linesOfTable(await aTable({ data: [marked] }), ALL))).toEqual([marked]);
  const messages = [{ role: "user", content: "Hello" }];
  const table = await aTable({ data: [JSON.stringify(messages), "[not a list]"] });
  expect(await promptsOf(linesOfTable(table, ALL))).toEqual([messages, "[not a list]"]);
});

async function promptsOf(lines: ReturnType<typeof linesOfTable>): Promise<unknown[]> {
  const prompts: unknown[] = [];
  for await (const { text } of lines) prompts.push(JSON.parse(text).prompt);
  return prompts;
}
