import { isDict } from "#lib/contract/fields.ts";

/** What a column of a table can be in a row. */
export const COLUMN_FIELDS = [
  "messages",
  "system",
  "prompt",
  "completion",
  "chosen",
  "rejected",
  "label",
  "reward",
  "reference",
  "tools",
  "margin",
  "weight",
  "split",
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];
/** The names of columns by what they are. */
export type Columns = { readonly [F in ColumnField]?: string };

/** What people call such columns; a field's own name comes first. */
const CALLED: { [F in ColumnField]: readonly string[] } = {
  messages: ["messages", "conversation", "conversations", "dialogue"],
  system: ["system", "system prompt", "instructions"],
  prompt: [
    ...["prompt", "question", "instruction", "input", "query", "user", "text", "message"],
    ...[
      "frage",
      "anfrage",
      "pregunta",
      "domanda",
      "pergunta",
      "vraag",
      "fråga",
      "spørsmål",
      "pytanie",
      "вопрос",
      "質問",
      "问题",
    ],
  ],
  completion: [
    ...["completion", "answer", "response", "output", "reply", "assistant"],
    ...[
      "antwort",
      "réponse",
      "reponse",
      "respuesta",
      "risposta",
      "resposta",
      "antwoord",
      "svar",
      "odpowiedź",
      "ответ",
      "回答",
      "答案",
    ],
  ],
  chosen: ["chosen", "preferred", "better", "winner", "preferred output"],
  rejected: ["rejected", "other", "worse", "loser", "non preferred output"],
  label: ["label", "good", "is good", "thumbs", "approved"],
  reward: ["reward", "score", "rating"],
  reference: ["reference", "expected", "gold", "target", "ground truth", "reference answer"],
  tools: ["tools"],
  margin: ["margin"],
  weight: ["weight"],
  split: ["split", "part", "partition"],
};

/** Which column is most likely what, by their names. No column is two things. */
export function guessColumns(header: readonly string[]): Columns {
  const taken = new Set<string>();
  const guessed: { [F in ColumnField]?: string } = {};
  const byName = new Map(header.map((name) => [plain(name), name]));
  // A name of the field's own is never given to another field.
  for (const rank of [0, 1])
    for (const field of COLUMN_FIELDS) {
      const names = rank === 0 ? CALLED[field].slice(0, 1) : CALLED[field].slice(1);
      const found = names
        .map((name) => byName.get(name))
        .find((name) => name !== undefined && !taken.has(name));
      if (guessed[field] !== undefined || found === undefined) continue;
      guessed[field] = found;
      taken.add(found);
    }
  return guessed;
}

/** Why something that somebody wrote does not say what columns are; null where it does. */
export function faultOfColumns(said: Readonly<Record<string, unknown>>): string | null {
  for (const [field, name] of Object.entries(said)) {
    if (!isField(field))
      return `${JSON.stringify(field.slice(0, 60))} is nothing that a row has; columns can be ${COLUMN_FIELDS.join(", ")}`;
    if (typeof name !== "string") return `${field} is no name of a column`;
  }
  return null;
}

/** What is still to be said before rows can be read, in words; null where nothing is. */
export function lackOfColumns(columns: Columns): string | null {
  if (columns.messages !== undefined) return null;
  if (columns.prompt === undefined)
    return "say which column is the prompt, or holds whole conversations as messages";
  const { completion, chosen, rejected, label, reward } = columns;
  if ((chosen === undefined) !== (rejected === undefined))
    return `say which column is the ${chosen === undefined ? "better answer: chosen" : "worse answer: rejected"}`;
  if (
    completion === undefined &&
    (label ?? reward) !== undefined &&
    columns.reference === undefined &&
    chosen === undefined
  )
    return "say which column is the reply that was judged: completion";
  return null;
}

/**
 * A row of cells, by the names of their columns. Empty cells are not there, but for those that `keepsEmpty` says are texts without a sign; columns
 * that are nothing in particular keep their name. What is no text is what it is.
 */
export function rowOfCells(
  cells: Readonly<Record<string, unknown>>,
  columns: Columns,
  { keepsEmpty = false } = {},
): Record<string, unknown> {
  const row: Record<string, unknown> = Object.create(null);
  const mapped = new Set<string>(Object.values(columns));
  for (const [name, cell] of Object.entries(cells))
    if (!mapped.has(name) && !isField(plain(name)) && (!isEmpty(cell) || (keepsEmpty && cell === "")))
      row[name] = typeof cell === "string" ? unguarded(cell) : cell;
  for (const field of COLUMN_FIELDS) {
    const name = columns[field];
    const cell = name === undefined || !Object.hasOwn(cells, name) ? "" : cells[name];
    if (!isEmpty(cell)) row[field] = typeof cell === "string" ? READERS[field](unguarded(cell)) : cell;
  }
  const { system, ...rest } = row;
  return typeof system === "string" ? withSystem(rest, system) : rest;
}

/** What a program published, with its columns as they were named; as it is where nobody named them, or where it is no row. */
export function readAs(value: unknown, columns: Columns | null): unknown {
  return columns !== null && isDict(value) ? rowOfCells(value, columns) : value;
}

function isEmpty(cell: unknown): boolean {
  return cell === "" || cell === null || cell === undefined;
}

function withSystem(row: Record<string, unknown>, system: string): Record<string, unknown> {
  const message = { role: "system", content: system };
  const name = row.messages === undefined ? "prompt" : "messages";
  const said = row[name];
  const asked =
    typeof said === "string" ? [{ role: "user", content: said }] : Array.isArray(said) ? said : [];
  return { ...row, [name]: [message, ...asked] };
}

const READERS: { [F in ColumnField]: (text: string) => unknown } = {
  messages: structureOrText,
  system: (text) => text,
  prompt: structureOrText,
  completion: structureOrText,
  chosen: structureOrText,
  rejected: structureOrText,
  label: labelOrText,
  reward: numberOrText,
  reference: (text) => text,
  tools: structureOrText,
  margin: numberOrText,
  weight: numberOrText,
  split: (text) => text,
};

/** Lists of messages are written as JSON, as exports have them; anything else is what somebody said. */
export function structureOrText(text: string): unknown {
  if (!/^\s*\[/.test(text)) return text;
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every(isDict) && read.length > 0 ? read : text;
  } catch {
    return text;
  }
}

const GOOD = ["true", "1", "yes", "good", "y", "t", "👍"];
const BAD = ["false", "0", "no", "bad", "n", "f", "👎"];

/** What is none of these stays as it is, and is refused as a label later. */
function labelOrText(text: string): unknown {
  const said = text.trim().toLowerCase();
  if (GOOD.includes(said)) return true;
  return BAD.includes(said) ? false : text;
}

function numberOrText(text: string): unknown {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** Exports put an apostrophe before what a spreadsheet would run as a formula. */
function unguarded(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\-\s?:]+/g, " ")
    .trim();
}

function isField(name: string): boolean {
  return COLUMN_FIELDS.some((field) => field === name);
}
