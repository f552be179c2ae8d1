import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as othersTurn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { ReceivedFile } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

const MAGIC = "PAR1";
const ROWS_AT_A_STRETCH = 200;
/** What is in memory at once, before it becomes objects. */
const MAX_GROUP_BYTES = 128 * 1024 * 1024;
/** As large as a file of lines may be. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Hands on the file with a row of JSON on each line: as it came, or made from a table of Apache Parquet. There, columns that are null are left out, and what
 * is JSON as text, such as tools, is read. Throws `InvalidRequest` for a table that cannot be read.
 */
export async function withLines<T>(file: ReceivedFile, use: (file: ReceivedFile) => Promise<T>): Promise<T> {
  if (!(await isParquet(file.path))) return use(file);
  const path = `${file.path}.lines`;
  try {
    return await use({ path, filename: `${file.filename}.jsonl`, ...(await writeLines(file.path, path)) });
  } finally {
    await rm(path, { force: true });
  }
}

async function writeLines(table: string, path: string): Promise<Pick<ReceivedFile, "sizeBytes" | "sha256">> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const lines = async function* () {
    for await (const row of rowsOf(table)) {
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      hash.update(line);
      sizeBytes += line.byteLength;
      if (sizeBytes > MAX_BYTES) throw unreadable(`it has more than ${MAX_BYTES} bytes of rows`);
      yield line;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function isParquet(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}

async function* rowsOf(path: string): AsyncGenerator<Record<string, unknown>> {
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
