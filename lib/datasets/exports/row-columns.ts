import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** What the cells of a column hold; `json` is any value, written as text. */
export type Column = { name: string; holds: "text" | "number" | "integer" | "boolean" | "messages" | "json" };

const HEAD: readonly Column[] = [
  { name: "row_id", holds: "text" },
  { name: "split", holds: "text" },
  { name: "weight", holds: "number" },
];
const TOOLS: Column = { name: "tools", holds: "json" };
const PROMPT: Column = { name: "prompt", holds: "messages" };
const COMPLETION: Column = { name: "completion", holds: "messages" };
const REFERENCE: Column = { name: "reference", holds: "text" };

/** The columns of a table of rows, by the kind of their dataset; trainers know the messages by these names. */
export const ROW_COLUMNS: { [K in DatasetKind]: readonly Column[] } = {
  sft: [...HEAD, { name: "messages", holds: "messages" }, TOOLS],
  preference: [
    ...HEAD,
    PROMPT,
    TOOLS,
    { name: "chosen", holds: "messages" },
    { name: "rejected", holds: "messages" },
    { name: "margin", holds: "integer" },
  ],
  kto: [...HEAD, PROMPT, TOOLS, COMPLETION, { name: "label", holds: "boolean" }],
  reward: [...HEAD, PROMPT, TOOLS, COMPLETION, { name: "reward", holds: "number" }],
  prompts: [...HEAD, PROMPT, TOOLS, REFERENCE],
  eval: [...HEAD, PROMPT, TOOLS, REFERENCE],
};

type Row = Readonly<Record<string, unknown>>;

/** The columns of these rows. Prompts may have more than their kind says, for graders to read. */
export function columnsOf(kind: DatasetKind, rows: readonly Row[]): readonly Column[] {
  const known = ROW_COLUMNS[kind];
  return [...known, ...columnsIn(rows).filter(({ name }) => !known.some((one) => one.name === name))];
}

/** A table of more is read by nobody, and written for minutes. */
const MAX_COLUMNS = 200;

/** A column for each name that a row has; what is not one kind of value there is JSON. */
export function columnsIn(rows: Iterable<Row>): readonly Column[] {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) addKinds(kinds, row);
  return [...kinds].map(([name, held]) => ({ name, holds: heldBy(held) }));
}

/** The names of a row, each with the kinds of value that it has held so far. */
export function addKinds(kinds: Map<string, Set<string>>, row: Row): void {
  for (const [name, cell] of Object.entries(row)) {
    const held = kinds.get(name) ?? new Set();
    kinds.set(name, held);
    if (cell !== undefined && cell !== null) held.add(typeof cell);
  }
  if (kinds.size > MAX_COLUMNS)
    throw new Conflict(
      `The rows have more than ${MAX_COLUMNS} different names, which are too many columns for a table; use format jsonl`,
      { code: "too_many_columns" },
    );
}

/** What a row has itself: names such as `constructor` are read from everything. */
export function cellIn(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

function heldBy(types: ReadonlySet<string>): Column["holds"] {
  const [only, ...others] = types;
  if (others.length > 0) return "json";
  if (only === "string") return "text";
  return only === "number" || only === "boolean" ? only : "json";
}
