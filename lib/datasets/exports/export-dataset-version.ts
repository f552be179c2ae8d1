import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { SPLITS, type Split } from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { type FoundVersion, requireDataset, requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { toVersion } from "#lib/datasets/version-records.internal.ts";
import { versionRows } from "#lib/datasets/version-rows.ts";
import { csvLine } from "#lib/platform/csv-line.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { StreamDownload, wholeDownload } from "#lib/platform/file-download.ts";
import { type TarFile, tarArchive } from "#lib/platform/tar-archive.ts";
import { datasetCard, SPLIT_NAMES } from "./dataset-card.ts";
import { isWrittenKind, openAiRow } from "./open-ai-row.ts";
import { parquetTable, tableShape } from "./parquet-table.ts";
import { cellIn, columnsOf } from "./row-columns.ts";

type Endpoint = typeof contract.exportDatasetVersion;
type Format = InputOf<Endpoint>["format"];

const EXTENSIONS: { [F in Format]: string } = {
  jsonl: "jsonl",
  csv: "csv",
  parquet: "parquet",
  hf: "tar",
  openai: "openai.jsonl",
};

export async function exportDatasetVersion(ctx: Ctx, input: InputOf<Endpoint>): Promise<StreamDownload> {
  const { format } = input;
  const version = await requireVersion(ctx, input);
  const split = input.split ?? (format === "openai" ? onlySplitOf(version.kind) : undefined);
  const suffix = split === undefined ? "" : ` ${split}`;
  const filename = `${version.name} v${version.number}${suffix}.${EXTENSIONS[format]}`;
  if (format === "hf")
    return wholeDownload(await folderOf(ctx, version, split === undefined ? SPLITS : [split]), filename);
  const rows = await versionRows(ctx.db, { projectId: ctx.project.id, versionId: version.id, split });
  if (format === "parquet") return wholeDownload([await parquetOf(version, rows)], filename);
  return new StreamDownload(linesOf(rows, version, format), filename);
}

/** Lines for OpenAI have no column that would say which rows are held out, so a file has either those or the others: unless it is asked otherwise, what is trained on. */
function onlySplitOf(kind: DatasetKind): Split {
  return kind === "eval" ? "held_out" : "train";
}

function linesOf(rows: Rows, version: FoundVersion, format: Format): AsyncIterable<string> {
  if (format === "csv") return csvLines(rows, version);
  if (format === "openai") return openAiLines(rows, version);
  return jsonLines(rows);
}

type Rows = AsyncIterable<{ text: string }>;
type Row = Record<string, unknown>;

async function* jsonLines(rows: Rows): AsyncGenerator<string> {
  for await (const { text } of rows) yield `${text}\n`;
}

async function* csvLines(lines: Rows, { kind }: FoundVersion): AsyncGenerator<string> {
  const rows = await allOf(lines);
  const names = columnsOf(kind, rows).map(({ name }) => name);
  yield csvLine(names);
  for (const row of rows) yield csvLine(names.map((name) => cellIn(row, name)));
}

function openAiLines(rows: Rows, { kind, number }: FoundVersion): AsyncIterable<string> {
  if (isWrittenKind(kind)) return linesAs(kind, rows);
  throw new Conflict(
    `Version v${number} is of kind ${kind}, for whose rows OpenAI has no form; use format jsonl`,
    { code: "no_such_form" },
  );
}

async function* linesAs(kind: Parameters<typeof openAiRow>[0], rows: Rows): AsyncGenerator<string> {
  for await (const { text } of rows) yield `${JSON.stringify(openAiRow(kind, JSON.parse(text)))}\n`;
}

async function parquetOf({ kind, number }: FoundVersion, lines: Rows): Promise<Uint8Array> {
  const rows = await allOf(lines);
  return parquetTable(rows, tableShape(rows, columnsOf(kind, rows))) ?? refuseTable(number);
}

function refuseTable(number: number): never {
  throw new Conflict(
    `Version v${number} has messages whose content is not text, which a table cannot hold beside text; use format jsonl`,
    { code: "not_tabular" },
  );
}

const ROWS_AT_A_STRETCH = 200;

/** A version is no larger than one request may build, and a table is written by columns, so all of it is in memory at once. */
async function allOf(lines: Rows): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { text } of lines) {
    rows.push(JSON.parse(text));
    if (rows.length % ROWS_AT_A_STRETCH === 0) await othersTurn();
  }
  return rows;
}

/** A folder as the Hugging Face Hub has it: a card, and a table for each split that has rows. */
async function folderOf(
  ctx: Ctx,
  found: FoundVersion,
  splits: readonly Split[],
): Promise<Iterable<Uint8Array>> {
  const { kind, number, id: versionId } = found;
  const { name, description } = await requireDataset(ctx, found.datasetId);
  const all = await allOf(await versionRows(ctx.db, { projectId: ctx.project.id, versionId }));
  const shape = tableShape(all, columnsOf(kind, all));
  const files = splits.flatMap((split) => {
    const rows = all.filter((row) => row.split === split);
    const path = `data/${SPLIT_NAMES[split]}-00000-of-00001.parquet`;
    return rows.length > 0
      ? [{ split, path, content: parquetTable(rows, shape) ?? refuseTable(number) }]
      : [];
  });
  const card = datasetCard({ name, description, version: toVersion(found, ctx.project), files });
  const archived: TarFile[] = [{ path: "README.md", content: Buffer.from(card) }, ...files];
  return tarArchive(archived, found.createdAt);
}
