import type { Table } from "#components/datasets/import/read-table.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { type Columns, lackOfColumns, rowOfCells } from "#lib/datasets/import/columns.ts";
import { asConversation, asMessages, kindOfRow } from "#lib/datasets/import/row-shapes.ts";

const SHOWN = 3;

/** Rows as a table of texts: a column for each name that any of them has. */
export function tableOfRows(name: string, rows: readonly unknown[]): Table {
  const dicts = rows.filter(isDict);
  const header = [...new Set(dicts.flatMap((row) => Object.keys(row)))];
  return { name, header, rows: dicts.map((row) => header.map((column) => cellText(row[column]))) };
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type ShownRow = { position: number; row: Record<string, unknown> };

/** What the first rows are with their columns named so, and what must still be said of them. */
export function readNamed(
  rows: readonly unknown[],
  columns: Columns,
): { kind: DatasetKind | null; lack: string | null; shown: ShownRow[] } {
  const read = rows.slice(0, SHOWN).map((row) => (isDict(row) ? rowOfCells(row, columns) : {}));
  const kind = kindOfRow(read[0] ?? {});
  const lack =
    lackOfColumns(columns) ?? (kind === null ? "its first row has nothing in these columns" : null);
  return { kind, lack, shown: read.map((row, position) => ({ position, row: inMessages(row) })) };
}

/** As a version shows its rows: what was said as messages, and a prompt with its reply as one conversation. */
function inMessages(row: Record<string, unknown>): Record<string, unknown> {
  const { messages } = asConversation(row);
  if (messages !== undefined) return { messages };
  const said = Object.entries(row).map(([name, value]) =>
    name === "prompt"
      ? [name, asMessages("user", value)]
      : SIDES.includes(name)
        ? [name, asMessages("assistant", value)]
        : [name, value],
  );
  return Object.fromEntries(said);
}

const SIDES = ["completion", "chosen", "rejected"];
