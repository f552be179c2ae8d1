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
