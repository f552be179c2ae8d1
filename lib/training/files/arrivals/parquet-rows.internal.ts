import { setImmediate as othersTurn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { isDict } from "#lib/contract/fields.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

const ROWS_AT_A_STRETCH = 200;
/** What is in memory at once, before it becomes objects. */
const MAX_GROUP_BYTES = 128 * 1024 * 1024;

/**
 * The rows of a table of Apache Parquet. Columns that are null are left out, and what is JSON as text, such as tools, is read. Throws
 * `InvalidRequest` for a table that cannot be read.
 */
export async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    requireReadable(metadata);
    const total = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < total; rowStart += ROWS_AT_A_STRETCH) {
      const rowEnd = Math.min(total, rowStart + ROWS_AT_A_STRETCH);
      for (const row of await parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        compressors: COMPRESSORS,
      }))
        yield readRow(row);
      await othersTurn();
    }
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
}

function unreadable(why: string): InvalidRequest {
  return invalidAt(["body", "file"], {
    type: "value_error",
    text: `the Parquet table cannot be read: ${why.slice(0, 300)}`,
  });
}

function requireReadable({ row_groups: groups }: FileMetaData): void {
  for (const { total_byte_size: size } of groups)
    if (size > MAX_GROUP_BYTES)
      throw new Rejected(
        `a row group has ${size} bytes of ${MAX_GROUP_BYTES}; write smaller row groups, or JSON Lines`,
      );
}

const COMPRESSORS = {
  GZIP: (input: Uint8Array) => gunzipSync(input),
  ZSTD: (input: Uint8Array) => zstdDecompressSync(input),
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
};

/** Parts of a row that are JSON as text in a table, as our own exports write them. */
const WRITTEN_AS_TEXT = ["tools", "tool_calls"];

function readRow(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const read =
        WRITTEN_AS_TEXT.includes(name) && typeof inner === "string" ? JSON.parse(inner) : readValue(inner);
      return read === null || read === undefined ? [] : [[name, read]];
    }),
  );
}

function readValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(readValue);
  if (value instanceof Date || !isDict(value)) return value;
  return "role" in value && !("content" in readRow(value))
    ? { ...readRow(value), content: null }
    : readRow(value);
}
