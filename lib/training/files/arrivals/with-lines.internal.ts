import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReceivedFile } from "#lib/access/context.ts";
import type { Split } from "#lib/contract/datasets/dataset-versions.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";
import { holdsNoRows } from "#lib/datasets/import/no-rows.ts";
import { saysHeldOut, splitOfPath } from "#lib/datasets/import/row-shapes.ts";
import type { FileOrigin } from "#lib/datasets/rows/given-place.ts";
import { InvalidRequest, type Problem, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import { csvRows } from "./csv-rows.internal.ts";
import { type DataFile, formOf } from "./data-file.ts";
import { linesName } from "./lines-name.internal.ts";
import { linesOfTable } from "./lines-of-table.internal.ts";
import { withUnpacked } from "./unpacked-files.internal.ts";

/** As large as a file of lines may be. */
const MAX_BYTES = 512 * 1024 * 1024;

type Arrived = {
  files: readonly ReceivedFile[];
  /** What the columns of tables of separated values are; guessed where null. */
  columns: Columns | null;
  /** What comes after so many rows is not read. */
  maxRows?: number | undefined;
  /** Ends the reading of what nobody waits for any more. */
  signal: AbortSignal;
};

/** `origins` are the files that it was made of; null where it is as it came. */
export type FileOfLines = ReceivedFile & { origins: FileOrigin[] | null };

/** Where each row came from is kept until all are checked. */
const MAX_ROWS = 1_000_000;

/**
 * Hands on one file with a row of JSON on each line: a file of lines as it came, or what was made of tables, archives and several files. There, files that
 * are called `train` or `test` say the split of their rows; one that says that it is held out says so alone, too. Files that hold no rows by their name are passed over. Faults of a line name it as its sender knows it.
 */
export async function withLines<T>(
  { files: sentFiles, columns, maxRows = MAX_ROWS, signal }: Arrived,
  use: (file: FileOfLines) => Promise<T>,
): Promise<T> {
  const files = sentFiles.filter(({ filename }) => !holdsNoRows(filename));
  const [only, ...others] = files;
  if (!only) throw noRowsAmong(sentFiles);
  const sent = files.map(({ path, filename }) => ({ path, name: filename }));
  try {
    return await withUnpacked(sent, async (found) => {
      const [first] = found;
      const isSent = others.length === 0 && first?.path === only.path;
      if (isSent && !saysHeldOut(first.name) && (await formOf(first)) === "lines")
        return use({ ...only, origins: null });
      const path = `${only.path}.lines`;
      return withJoined({ found, columns, filename: only.filename, path, maxRows, signal }, use);
    });
  } catch (error) {
    if (error instanceof Rejected)
      throw invalidAt(["body", "file"], { type: "value_error", text: error.message });
    throw error;
  }
}

function noRowsAmong(files: readonly ReceivedFile[]): InvalidRequest {
  if (files.length === 0) return invalidAt(["body", "file"], { type: "missing" });
  const names = files.map(({ filename }) => filename).join(", ");
  const text = `${names}: no rows, by the name; send files of rows (.jsonl, .csv, .tsv or .parquet)`;
  return invalidAt(["body", "file"], { type: "value_error", text });
}

export function tooManyRows(most: number): string {
  return `there are more than ${most} rows; import them in parts`;
}

type Joining = {
  found: readonly DataFile[];
  columns: Columns | null;
  filename: string;
  path: string;
  maxRows: number;
  signal: AbortSignal;
};

async function withJoined<T>(
  { found, columns, filename, path, maxRows, signal }: Joining,
  use: (file: FileOfLines) => Promise<T>,
): Promise<T> {
  const places: Place[] = [];
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const lines = async function* () {
    for await (const { text, place } of allLines(found, { columns, maxRows, signal })) {
      const line = Buffer.from(`${text}\n`);
      hash.update(line);
      sizeBytes += line.byteLength;
      if (sizeBytes > MAX_BYTES) throw new Rejected(`there are more than ${MAX_BYTES} bytes of rows`);
      if (places.push(place) > maxRows) throw new Rejected(tooManyRows(maxRows));
      yield line;
    }
  };
  try {
    await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
    const made = { path, filename: linesName(filename), sizeBytes, sha256: hash.digest("hex") };
    return await use({ ...made, origins: originsOf(places, filename) });
  } catch (error) {
    throw error instanceof InvalidRequest
      ? new InvalidRequest(error.problems.map((one) => reportedAt(places, one)))
      : error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Rows of one file come one after another; an archive of one file is called as it was sent. */
function originsOf(places: readonly Place[], sent: string): FileOrigin[] {
  const origins: FileOrigin[] = [];
  for (const { name } of places) {
    const last = origins.at(-1);
    if (last?.name === (name ?? sent)) last.rows += 1;
    else origins.push({ name: name ?? sent, rows: 1 });
  }
  return origins;
}

type Place = { name: string | null; line: number };
type PlacedLine = { text: string; place: Place };

/** `maxRows`: more of a file are never asked for. */
type Reading = Pick<Joining, "columns" | "maxRows" | "signal">;

async function* allLines(found: readonly DataFile[], reading: Reading): AsyncGenerator<PlacedLine> {
  const isOne = found.length === 1;
  const files = found.map((file) => ({
    file,
    split: isOne ? splitOfOne(file) : splitOf(file),
  }));
  // What is trained on comes first, in whatever order an archive has it.
  files.sort((a, b) => Number(a.split === "held_out") - Number(b.split === "held_out"));
  for (const { file, split } of files) {
    for await (const { row, line } of rowsIn(file, reading)) {
      const place = { name: isOne ? null : file.name, line };
      // A line that cannot be read is kept as it is, and reported.
      if (typeof row === "string") yield { text: row, place };
      else
        yield {
          text: JSON.stringify(split !== null && saysNothing(row.split) ? { ...row, split } : row),
          place,
        };
    }
  }
}

/** A cell that is there and empty says as little as none. */
function saysNothing(split: unknown): boolean {
  return split === undefined || split === null || (typeof split === "string" && split.trim() === "");
}

/** What somebody calls a test is what they train on, where it is all that they send; what is held out by its name stays so. */
function splitOfOne(file: DataFile): Split | null {
  if (saysHeldOut(file.name)) return "held_out";
  return splitOfPath(file.name) === "train" ? null : splitOfArchive(file);
}

function splitOf(file: DataFile): Split | null {
  return splitOfPath(file.name) ?? splitOfArchive(file);
}

/** An archive says nothing else of all its files: its other words are what the data is called. */
function splitOfArchive({ archive }: DataFile): Split | null {
  return archive !== undefined && saysHeldOut(archive) ? "held_out" : null;
}

type SomeRow = { row: Record<string, unknown> | string; line: number };

async function* rowsIn(file: DataFile, { columns, maxRows, signal }: Reading): AsyncGenerator<SomeRow> {
  const form = await formOf(file);
  if (form === "csv") return yield* csvRows(file, columns);
  const lines =
    form === "parquet"
      ? linesOfTable(file.path, { maxRows: maxRows + 1, maxBytes: MAX_BYTES + 1 })
      : linesOf(createReadStream(file.path), signal);
  for await (const { text, number } of lines)
    if (text.trim() !== "") yield { row: readOrText(text), line: number };
}

function readOrText(text: string): Record<string, unknown> | string {
  try {
    const read: unknown = JSON.parse(text);
    return isDict(read) ? read : text;
  } catch {
    return text;
  }
}

/** The fault with the line of the file that was sent, and its name where there were several. */
function reportedAt(places: readonly Place[], problem: Problem): Problem {
  const [body, file, number] = problem.loc;
  const place = typeof number === "number" ? places[number - 1] : undefined;
  if (file !== "file" || body === undefined || !place) return problem;
  const { name, line } = place;
  const msg = problem.msg.replace(
    `line ${number}`,
    name === null ? `line ${line}` : `line ${line} of ${name}`,
  );
  return { ...problem, loc: [body, file, line], msg };
}
