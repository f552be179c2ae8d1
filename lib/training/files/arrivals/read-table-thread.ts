// Writes the rows of a table as lines: decompressing a single page of it would keep every request waiting in the main thread.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Rejected } from "#lib/platform/errors.ts";
import { parquetRows } from "./parquet-rows.internal.ts";

/** The absolute paths of the table and of what is made of it. The rest is left out after so many rows or bytes. */
export type TableRequest = { table: string; lines: string; maxRows: number; maxBytes: number };
/** Why the table cannot be read; null where it was. */
export type TableAnswer = string | null;

// `linesOfTable` hands it over.
const request = workerData as TableRequest;
parentPort?.postMessage(await written(request));

async function written({ lines, ...read }: TableRequest): Promise<TableAnswer> {
  try {
    await pipeline(Readable.from(linesIn(read)), createWriteStream(lines, { mode: 0o600 }));
    return null;
  } catch (error) {
    if (error instanceof Rejected) return error.message;
    throw error;
  }
}

async function* linesIn({ table, maxRows, maxBytes }: Omit<TableRequest, "lines">): AsyncGenerator<Buffer> {
  let rows = 0;
  let bytes = 0;
  for await (const row of parquetRows(table)) {
    const line = Buffer.from(`${lineOf(row)}\n`);
    yield line;
    rows += 1;
    bytes += line.byteLength;
    if (rows >= maxRows || bytes >= maxBytes) return;
  }
}

function lineOf(row: Record<string, unknown>): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    // The one reason to fail of what was itself read from JSON.
    if (error instanceof RangeError)
      throw new Rejected("the Parquet table has a value that is nested too deep");
    throw error;
  }
}
