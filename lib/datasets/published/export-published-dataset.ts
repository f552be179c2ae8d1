import type { Ctx } from "#lib/access/context.ts";
import type { exportPublishedDataset as contract } from "#lib/contract/datasets/published-datasets.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { parquetTable, tableShape } from "#lib/datasets/exports/parquet-table.ts";
import { addKinds, cellIn, columnsIn } from "#lib/datasets/exports/row-columns.ts";
import { MAX_ITEMS } from "#lib/datasets/sources/read-sources.ts";
import { csvLine } from "#lib/platform/csv-line.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { StreamDownload, wholeDownload } from "#lib/platform/file-download.ts";
import { type FoundTable, requirePublished } from "./require-published.internal.ts";

type Endpoint = typeof contract;
type Lines = AsyncIterable<{ text: string }>;
type Row = Record<string, unknown>;

export async function exportPublishedDataset(ctx: Ctx, input: InputOf<Endpoint>): Promise<StreamDownload> {
  const { format } = input;
  const table = await requirePublished(ctx, input);
  const rows = () => linesOf(ctx, table);
  const filename = `${table.name} v${table.number}.${format}`;
  if (format === "parquet") return wholeDownload(await parquetParts(table, await rows()), filename);
  const lines =
    format === "jsonl" ? jsonLines(await rows()) : csvLines(await namesIn(await rows()), await rows());
  return new StreamDownload(lines, filename);
}

const LINE = columns({ text: text(sql`r.val`) });

function linesOf({ db, project }: Ctx, { digest }: FoundTable): Promise<Lines> {
  return db.stream(sql`
    select ${LINE} from row_table t cross join lateral unnest(t.row_digests) with ordinality as p (digest, place)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest
    where t.project_id = ${project.id} and t.digest = ${digest} order by p.place`);
}

async function* jsonLines(lines: Lines): AsyncGenerator<string> {
  for await (const { text } of lines) yield `${text}\n`;
}

/** The rows are drawn a first time for their names, as a later one may have a column that the first lacks. */
async function namesIn(lines: Lines): Promise<string[]> {
  const kinds = new Map<string, Set<string>>();
  for await (const { text } of lines) addKinds(kinds, rowIn(text));
  return [...kinds.keys()];
}

async function* csvLines(names: readonly string[], lines: Lines): AsyncGenerator<string> {
  yield csvLine(names);
  for await (const { text } of lines) {
    const row = rowIn(text);
    yield csvLine(names.map((name) => cellIn(row, name)));
  }
}

/** A table is written by columns, so all of it is in memory at once. */
async function parquetParts({ number, rowDigests }: FoundTable, lines: Lines): Promise<Uint8Array[]> {
  if (rowDigests.length > MAX_ITEMS)
    throw new Conflict(`Version v${number} has more than ${MAX_ITEMS} rows; use format jsonl`, {
      code: "too_many_rows",
    });
  const rows: Row[] = [];
  for await (const { text } of lines) rows.push(rowIn(text));
  const part = parquetTable(rows, tableShape(rows, columnsIn(rows)));
  return part ? [part] : [];
}

function rowIn(text: string): Row {
  return JSON.parse(text);
}
