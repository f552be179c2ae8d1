import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

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

/** A column for each name that a row has; what is not one kind of value there is JSON. */
export function columnsIn(rows: readonly Row[]): readonly Column[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => ({ name, holds: heldBy(rows.map((row) => row[name])) }));
}

function heldBy(cells: readonly unknown[]): Column["holds"] {
  const types = new Set(cells.flatMap((cell) => (cell === undefined || cell === null ? [] : typeof cell)));
  const [only, ...others] = types;
  if (others.length > 0) return "json";
  if (only === "string") return "text";
  return only === "number" || only === "boolean" ? only : "json";
}
