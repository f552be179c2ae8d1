import type { FileRecord } from "#lib/traces/import/file-record.ts";
import { readCalls } from "#lib/traces/import/read-calls.ts";

const PARQUET = "PAR1";

/** The calls of a file, of conversations as text or of exported calls as a table, record by record. Throws `WrongFile` if it is of another kind. */
export async function* readFile(file: Blob): AsyncGenerator<FileRecord> {
  const beginning = await file.slice(0, PARQUET.length).text();
  if (beginning !== PARQUET) return yield* readCalls(file.stream());
  // Few files are tables, and a page that reads none does without the reader of them.
  const { readTable } = await import("./read-table.ts");
  yield* readTable(file);
}
