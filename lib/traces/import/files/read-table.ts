import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
} from "hyparquet";
import { CALL_TABLE } from "#lib/contract/traces/call-months.ts";
import type { FileRecord } from "#lib/traces/import/file-record.ts";
import { WrongFile } from "#lib/traces/import/wrong-file.ts";
import { type Row, rowCall } from "./row-call.ts";

/** A group of rows is in memory as a whole; what we export has groups of a few megabytes. */
const MAX_GROUP_BYTES = 256 * 1024 * 1024;
/** A few bytes can repeat a row any number of times. */
const MAX_GROUP_ROWS = 100_000;
const NEEDED = ["id", "trace_id", "op_name", "started_at"];

/** The calls of a table of Parquet as the export writes it, row by row. */
export async function* readTable(blob: Blob): AsyncGenerator<FileRecord> {
  const file: AsyncBuffer = {
    byteLength: blob.size,
    slice: (start, end) => blob.slice(start, end).arrayBuffer(),
  };
  const metadata = await readable(() => parquetMetadataAsync(file));
  const columns = columnsOf(metadata);
  const total = Number(metadata.num_rows);
  let number = 0;
  for (const group of metadata.row_groups) {
    if (group.total_byte_size > MAX_GROUP_BYTES || group.num_rows > MAX_GROUP_ROWS) throw tooLarge();
    const [rowStart, rowEnd] = [number, number + Number(group.num_rows)];
    const rows: Row[] = await readable(() =>
      parquetReadObjects({
        ...{ file, metadata, columns, rowStart, rowEnd },
        parsers: PARSERS,
        compressors: within(MAX_GROUP_BYTES),
      }),
    );
    for (const row of rows) {
      number += 1;
      const bytesRead = Math.floor((blob.size * number) / total);
      yield { unit: "row", number, bytesRead, ...rowCall(row) };
    }
  }
}

function tooLarge(): WrongFile {
  return new WrongFile("it is a Parquet table with very large row groups: write smaller ones");
}

/** Decompresses pages up to so many bytes together: what the file says of its size is what its sender wrote. */
function within(maxBytes: number): Compressors {
  let left = maxBytes;
  return {
    SNAPPY: (input, outputLength) => {
      left -= outputLength;
      if (left < 0) throw tooLarge();
      const output = new Uint8Array(outputLength);
      snappyUncompress(input, output);
      return output;
    },
  };
}

/** Those that are calls' own. */
function columnsOf({ schema }: FileMetaData): string[] {
  const names = new Set(schema.slice(1).map(({ name }) => name));
  if (NEEDED.some((name) => !names.has(name)))
    throw new WrongFile("it is a Parquet table of something other than exported calls: export it as JSON");
  const known: readonly string[] = Object.values(CALL_TABLE).flat();
  return known.filter((name) => names.has(name));
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // A file that is gone or changed says so itself.
    if (error instanceof DOMException || error instanceof WrongFile) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new WrongFile(`it is a Parquet table that cannot be read (${why.slice(0, 200)})`);
  }
}

/** Without this, a mark of byte order at the beginning of a text would be taken away. */
const WHOLE_TEXT = new TextDecoder("utf-8", { ignoreBOM: true });

const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => bytes && WHOLE_TEXT.decode(bytes),
  timestampFromMicroseconds: textOfMicros,
};

const SECOND = 1_000_000n;

/** A `Date` would lose microseconds. */
function textOfMicros(micros: bigint): string {
  const within = ((micros % SECOND) + SECOND) % SECOND;
  const seconds = new Date(Number((micros - within) / 1_000n)).toISOString().replace(/\.000Z$/, "");
  return `${seconds}.${String(within).padStart(6, "0")}Z`;
}
