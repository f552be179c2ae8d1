import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from "hyparquet";
import { isDict } from "#lib/contract/fields.ts";
import { structureOrText } from "#lib/datasets/import/columns.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** Each stretch reads its columns from the beginning of their row group: with few rows at a stretch, a long group would be read over and over. */
const ROWS_AT_A_STRETCH = 10_000;
/** What is in memory at once, before it becomes objects. */
const MAX_GROUP_BYTES = 128 * 1024 * 1024;
/** Each is read by itself, in each group. */
const MAX_COLUMNS = 1_000;
/** What says where each column of each group is. */
const MAX_FOOTER_BYTES = 16 * 1024 * 1024;
/** The length of the footer, and the mark that ends each file. */
const END_BYTES = 8;
/** A few bytes can repeat a row any number of times. */
const MAX_ROWS = 5_000_000;

/**
 * The rows of a table of Apache Parquet. Columns that are null are left out, and what is JSON as text, such as tools, is read. Throws
 * `Rejected` for a table that cannot be read. A stretch takes long: only a thread of its own should ask.
 */
export async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  try {
    const file = await asyncBufferFromFile(path);
    await requireFooter(file);
    const metadata = await parquetMetadataAsync(file);
    requireReadable(metadata);
    const total = rowCount(metadata);
    for (let rowStart = 0; rowStart < total; rowStart += ROWS_AT_A_STRETCH) {
      const rowEnd = Math.min(total, rowStart + ROWS_AT_A_STRETCH);
      const rows = await parquetReadObjects({
        file,
        metadata,
        rowStart,
        rowEnd,
        compressors: within(MAX_GROUP_BYTES),
        parsers: { stringFromBytes },
      });
      if (rows.length !== rowEnd - rowStart)
        throw new Rejected(
          `rows ${rowStart} to ${rowEnd} are announced, and ${rows.length} of them are there`,
        );
      for (const row of rows) yield readRow(row);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Rejected(`the Parquet table cannot be read: ${why.slice(0, 300)}`);
  }
}

/** Before it is read: what it holds is in memory many times over. */
async function requireFooter(file: AsyncBuffer): Promise<void> {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - END_BYTES), file.byteLength));
  const bytes = end.byteLength === END_BYTES ? end.getUint32(0, true) : 0;
  if (bytes === 0) throw new Rejected("it has no footer");
  if (bytes > MAX_FOOTER_BYTES) throw new Rejected(`its footer has ${bytes} bytes of ${MAX_FOOTER_BYTES}`);
}

function requireReadable({ row_groups: groups, schema }: FileMetaData): void {
  if (schema.length > MAX_COLUMNS)
    throw new Rejected(`it has ${schema.length} columns and parts of columns of ${MAX_COLUMNS}`);
  for (const { total_byte_size: size } of groups)
    if (size > MAX_GROUP_BYTES)
      throw new Rejected(
        `a row group has ${size} bytes of ${MAX_GROUP_BYTES}; write smaller row groups, or JSON Lines`,
      );
}

/** What the footer says of the table and of its groups must agree: the number alone could be anything. */
function rowCount({ num_rows: total, row_groups: groups }: FileMetaData): number {
  const held = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (held !== total || groups.some(({ columns, num_rows: rows }) => rows > 0n && columns.length === 0))
    throw new Rejected(`its footer announces ${total} rows, and its row groups hold ${held}`);
  if (total > MAX_ROWS) throw new Rejected(`it has ${total} rows of ${MAX_ROWS}; write several files`);
  return Number(total);
}

/** Decompresses pages up to so many bytes together: how long a page claims to be, and how long it becomes, is what its sender wrote. */
function within(maxBytes: number): Compressors {
  let left = maxBytes;
  const take = (outputLength: number): void => {
    if (outputLength > left)
      throw new Rejected(`its pages have more than ${maxBytes} bytes; write smaller row groups`);
    left -= outputLength;
  };
  const bounded = (outputLength: number) => {
    take(outputLength);
    return { maxOutputLength: Math.max(1, outputLength) };
  };
  return {
    SNAPPY: (input, outputLength) => {
      take(outputLength);
      const output = new Uint8Array(outputLength);
      snappyUncompress(input, output);
      return output;
    },
    GZIP: (input, outputLength) => gunzipSync(input, bounded(outputLength)),
    ZSTD: (input, outputLength) => zstdDecompressSync(input, bounded(outputLength)),
    BROTLI: (input, outputLength) => brotliDecompressSync(input, bounded(outputLength)),
  };
}

/** Without this, a mark of byte order at the beginning of a text would be taken away. */
const WHOLE_TEXT = new TextDecoder("utf-8", { ignoreBOM: true });

function stringFromBytes(bytes: Uint8Array): string {
  return bytes && WHOLE_TEXT.decode(bytes);
}

/** Parts of a row that are JSON as text in a table, as our own exports write them. */
const WRITTEN_AS_TEXT = ["tools", "tool_calls"];
/** Columns of messages, which exports of published datasets write so as well. */
const OF_MESSAGES = ["messages", "prompt", "completion", "chosen", "rejected", "conversations"];

function readRow(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
      const read = readCell(name, inner);
      return read === null || read === undefined ? [] : [[name, read]];
    }),
  );
}

function readCell(name: string, cell: unknown): unknown {
  if (typeof cell !== "string") return readValue(cell);
  if (WRITTEN_AS_TEXT.includes(name)) return JSON.parse(cell);
  return OF_MESSAGES.includes(name) ? structureOrText(cell) : cell;
}

function readValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(readValue);
  if (value instanceof Date || !isDict(value)) return value;
  return "role" in value && !("content" in readRow(value))
    ? { ...readRow(value), content: null }
    : readRow(value);
}
