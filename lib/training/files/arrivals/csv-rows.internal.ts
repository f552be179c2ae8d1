import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { CsvError, parse } from "csv-parse";
import { type Columns, guessColumns, lackOfColumns, rowOfCells } from "#lib/datasets/import/columns.ts";
import { csvForm } from "#lib/datasets/import/csv-form.ts";
import { isOwnTable } from "#lib/datasets/import/own-table.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { MAX_LINE_BYTES } from "#lib/platform/storage/lines-of.ts";
import type { DataFile } from "./data-file.ts";
import type { PlacedRow } from "./placed-row.ts";

const HEADER_BYTES = 64 * 1024;

/**
 * The rows of a table of comma-separated values, whose columns are what `named` says, or what their names say. A row stands at the line where it
 * begins. Throws `InvalidRequest` for columns that make no rows, and `Rejected` for a table that cannot be read.
 */
export async function* csvRows({ path, name }: DataFile, named: Columns | null): AsyncGenerator<PlacedRow> {
  const form = csvForm(await headOf(path), name);
  const records = createReadStream(path).pipe(
    parse({ ...form, cast: cellOf, info: true, max_record_size: MAX_LINE_BYTES }),
  );
  let columns: Columns | null = null;
  let header: readonly string[] = [];
  let begins = 1;
  try {
    for await (const { record, info } of records as AsyncIterable<Parsed>) {
      const line = begins;
      begins = info.lines + 1;
      if (!columns) {
        header = record.map((name) => name ?? "");
        columns = requiredColumns(header, named);
        continue;
      }
      const cells = Object.fromEntries(record.map((cell, index) => [header[index] ?? "", cell]));
      yield { row: rowOfCells(cells, columns, { keepsEmpty: isOwnTable(header) }), line };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Rejected(`line ${begins} of the table cannot be read: ${error.message.slice(0, 200)}`);
  }
}

type Parsed = { record: (string | null)[]; info: { lines: number } };

/** Exports quote a text without a sign, so that it is different from nothing. */
function cellOf(cell: string, { quoting }: { quoting: boolean }): string | null {
  return cell === "" && !quoting ? null : cell;
}

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function requiredColumns(header: readonly string[], named: Columns | null): Columns {
  const columns = named ?? guessColumns(header);
  for (const [field, name] of Object.entries(columns))
    if (!header.includes(name))
      throw wrongColumns(`${field} is ${JSON.stringify(name)}, and there is no such column`, header);
  const lack = lackOfColumns(columns);
  if (lack !== null) throw wrongColumns(lack, header);
  return columns;
}

const MAX_LISTED = 20;

function wrongColumns(why: string, header: readonly string[]): InvalidRequest {
  const listed = header.slice(0, MAX_LISTED).map((name) => JSON.stringify(name.slice(0, 60)));
  return invalidAt(["body", "columns"], {
    type: "value_error",
    text: `${why}; the columns are ${listed.join(", ")}`,
  });
}
