import type { Table } from "#components/datasets/import/read-table.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { type ColumnField, type Columns, lackOfColumns, rowOfCells } from "#lib/datasets/import/columns.ts";
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

/** `fault` says why a row is none of what the others are; it is no row to learn from then. */
export type ShownRow = { position: number; row: Record<string, unknown>; fault: string | null };

type Read = {
  kind: DatasetKind | null;
  /** What must still be said of the columns. */
  lack: string | null;
  shown: ShownRow[];
  /** Rows that cannot be read so, of all that are looked at. */
  unread: readonly ShownRow[];
};

/** What the first rows are with their columns named so, and what must still be said of them. */
export function readNamed(rows: readonly unknown[], columns: Columns): Read {
  const read = rows.map((row) => (isDict(row) ? rowOfCells(row, columns) : {}));
  const kind = kindOfRow(read[0] ?? {});
  const lack =
    lackOfColumns(columns) ?? (kind === null ? "its first row has nothing in these columns" : null);
  const all = read.map((row, position) => ({
    ...{ position, row: inMessages(row) },
    fault: kind === null ? null : faultOf(row, kind, columns),
  }));
  return { kind, lack, shown: all.slice(0, SHOWN), unread: all.filter(({ fault }) => fault !== null) };
}

/** What a row of each kind must have, beside its prompt. */
const NEEDED: { readonly [K in DatasetKind]: readonly ColumnField[] } = {
  sft: ["completion"],
  preference: ["chosen", "rejected"],
  kto: ["completion", "label"],
  reward: ["completion", "reward"],
  prompts: [],
  eval: [],
};
const TEXTS: readonly ColumnField[] = ["prompt", "completion", "chosen", "rejected"];

/** The cell that is missing, or holds what nobody could have said, by the name of its column. */
function faultOf(row: Record<string, unknown>, kind: DatasetKind, columns: Columns): string | null {
  const needed: readonly ColumnField[] =
    columns.messages === undefined ? ["prompt", ...NEEDED[kind]] : ["messages"];
  for (const field of needed) {
    const value = row[field];
    const name = columns[field] ?? field;
    if (value === undefined || value === null) return `“${name}” is empty`;
    if (TEXTS.includes(field) && typeof value !== "string" && !Array.isArray(value))
      return `“${name}” is ${JSON.stringify(value).slice(0, 40)}, which is not a text`;
  }
  return null;
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
