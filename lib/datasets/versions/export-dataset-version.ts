import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { versionRows } from "#lib/datasets/version-rows.ts";
import { csvLine } from "#lib/platform/csv-line.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";

type Endpoint = typeof contract.exportDatasetVersion;

const COLUMNS: { [K in DatasetKind]: readonly string[] } = {
  sft: ["row_id", "split", "weight", "messages", "tools"],
  preference: ["row_id", "split", "weight", "prompt", "tools", "chosen", "rejected", "margin"],
};

export async function exportDatasetVersion(ctx: Ctx, input: InputOf<Endpoint>): Promise<StreamDownload> {
  const { format, split } = input;
  const { id: versionId, name, number, kind } = await requireVersion(ctx, input);
  const rows = await versionRows(ctx.db, { projectId: ctx.project.id, versionId, split });
  const suffix = split === undefined ? "" : ` ${split}`;
  return new StreamDownload(
    format === "csv" ? csvLines(rows, COLUMNS[kind]) : jsonLines(rows),
    `${name} v${number}${suffix}.${format}`,
  );
}

type Rows = AsyncIterable<{ text: string }>;

async function* jsonLines(rows: Rows): AsyncGenerator<string> {
  for await (const { text } of rows) yield `${text}\n`;
}

async function* csvLines(rows: Rows, columns: readonly string[]): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const { text } of rows) {
    const row: Record<string, unknown> = JSON.parse(text);
    yield csvLine(columns.map((name) => row[name]));
  }
}
