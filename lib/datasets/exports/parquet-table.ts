import type { SchemaElement } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { isDict } from "#lib/contract/fields.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { type Column, cellIn } from "./row-columns.ts";

type Row = Record<string, unknown>;

/** The columns of a table, and which parts the messages in each have. Tables that are read as one, such as splits, need the same shape. */
export type TableShape = readonly (Column & { parts: readonly MessagePart[] })[];

/** Nobody else is answered while a table is written: a second or so. */
const MAX_CELLS = 1_000_000;

export function tableShape(rows: readonly Row[], columns: readonly Column[]): TableShape {
  // The format counts rows by the cells of their columns, so without any it would say that there are none.
  if (columns.length === 0 && rows.length > 0)
    throw new Conflict(
      `No row of ${rows.length} has a name, and a Parquet table without columns has no rows; use format jsonl`,
      { code: "no_columns" },
    );
  if (rows.length * columns.length > MAX_CELLS)
    throw new Conflict(
      `${rows.length} rows of ${columns.length} columns are more than the ${MAX_CELLS} cells of a Parquet table; use format csv or jsonl`,
      { code: "too_many_columns" },
    );
  return columns.map((column) => ({
    ...column,
    parts: column.holds === "messages" ? partsIn(rows.map((row) => cellIn(row, column.name))) : [],
  }));
}

/**
 * The rows as a file of Apache Parquet. Messages are lists of structures, in which tool calls are JSON as text, as every message must have the same
 * type. Null where a message has content other than text, such as parts: no type holds both.
 */
export function parquetTable(rows: readonly Row[], shape: TableShape): Uint8Array | null {
  const columnData = shape.map((column) => ({
    name: column.name,
    data: rows.map((row) => cellOf(cellIn(row, column.name), column)),
  }));
  if (columnData.some(({ data }) => data.includes(UNWRITABLE))) return null;
  const schema = [{ name: "root", num_children: shape.length }, ...shape.flatMap(schemaOf)];
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, codec: "SNAPPY", createdBy: "spindle" }));
}

const UNWRITABLE = Symbol("a value that the column's type cannot hold");

function cellOf(value: unknown, { holds }: Column): unknown {
  if (value === undefined || value === null) return holds === "messages" ? [] : null;
  if (holds === "json") return JSON.stringify(value);
  if (holds !== "messages") return value;
  if (!Array.isArray(value)) return UNWRITABLE;
  const messages = value.map(messageOf);
  return messages.every((message) => message !== null) ? messages : UNWRITABLE;
}

/** Of each message, what chat templates read; in the order of columns. */
const MESSAGE_PARTS = ["role", "content", "name", "tool_calls", "tool_call_id"] as const;
type MessagePart = (typeof MESSAGE_PARTS)[number];
type WrittenMessage = { [P in MessagePart]?: string };

function messageOf(message: unknown): WrittenMessage | null {
  if (!isDict(message)) return null;
  const written: WrittenMessage = {};
  for (const part of MESSAGE_PARTS) {
    const value = message[part];
    if (value === undefined || value === null) continue;
    if (part === "tool_calls") written[part] = JSON.stringify(value);
    else if (typeof value === "string") written[part] = value;
    else return null;
  }
  return written;
}

function schemaOf({ name, holds, parts }: TableShape[number]): SchemaElement[] {
  if (holds === "text" || holds === "json") return [text(name)];
  if (holds === "number") return [{ name, type: "DOUBLE", repetition_type: "OPTIONAL" }];
  if (holds === "boolean") return [{ name, type: "BOOLEAN", repetition_type: "OPTIONAL" }];
  if (holds === "integer") return [{ name, type: "INT32", repetition_type: "OPTIONAL" }];
  return [
    { name, ...LIST, repetition_type: "REQUIRED", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "OPTIONAL", num_children: parts.length },
    ...parts.map(text),
  ];
}

const LIST = { converted_type: "LIST", logical_type: { type: "LIST" } } as const;

function text(name: string): SchemaElement {
  return {
    name,
    type: "BYTE_ARRAY",
    converted_type: "UTF8",
    logical_type: { type: "STRING" },
    repetition_type: "OPTIONAL",
  };
}

/** Role and content, and of the others what any message has: templates take a part that is null for one that is there. */
function partsIn(cells: readonly unknown[]): MessagePart[] {
  const has = (part: MessagePart) =>
    cells.some(
      (cell) =>
        Array.isArray(cell) && cell.some((message) => isDict(message) && (message[part] ?? null) !== null),
    );
  return MESSAGE_PARTS.filter((part) => part === "role" || part === "content" || has(part));
}
