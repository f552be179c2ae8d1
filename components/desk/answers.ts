import type { FieldInput } from "#components/queues/annotation-field.ts";

/** What a field's text means: nothing was answered, a value, or something to put right first. */
export type Reading =
  | { state: "empty" }
  | { state: "valid"; value: unknown }
  | { state: "wrong"; problem: string };

const EMPTY: Reading = { state: "empty" };

/** Reads what was typed or picked for a field. A choice is its text, yes and no are `true` and `false`. */
export function readAnswer(input: FieldInput, text: string): Reading {
  if (text.trim() === "") return EMPTY;
  switch (input.kind) {
    case "boolean":
      return valid(text === "true");
    case "choice":
      return input.options.includes(text) ? valid(text) : wrong(`“${text}” is not among the choices.`);
    case "integer":
    case "number":
      return readNumber(input, text.trim());
    case "text":
      return readText(input.maxLength, text);
    case "json":
      return readJson(text);
  }
}

/** The text that stands for a stored value, so that `readAnswer` gives the value again. */
export function answerText(input: FieldInput, value: unknown): string {
  if (input.kind === "json") return JSON.stringify(value, null, 2);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** What the key of a digit means for a field, as its text; null where it means nothing. */
export function answerOfDigit(input: FieldInput, digit: number): string | null {
  if (input.kind === "boolean") return digit === 1 ? "true" : digit === 2 ? "false" : null;
  if (input.kind === "choice") return digit === 0 ? null : (input.options[digit - 1] ?? null);
  if (input.kind !== "integer") return null;
  const text = String(digit);
  return readAnswer(input, text).state === "valid" ? text : null;
}

type NumberInput = Extract<FieldInput, { kind: "integer" | "number" }>;

function readNumber({ kind, min, max }: NumberInput, text: string): Reading {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return wrong(`“${text}” is no number. Write it like ${exampleOf(kind)}.`);
  if (kind === "integer" && !Number.isSafeInteger(value)) return wrong(`${text} is not a whole number.`);
  if (min !== null && value < min) return wrong(`${text} is less than ${min}.`);
  if (max !== null && value > max) return wrong(`${text} is more than ${max}.`);
  return valid(value);
}

function exampleOf(kind: NumberInput["kind"]): string {
  return kind === "integer" ? "3" : "0.5";
}

/** Which numbers a field takes, as a sentence; empty where any will do. */
export function rangeText(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `From ${min} to ${max}.`;
  if (min !== null) return `${min} or more.`;
  return max === null ? "" : `${max} or less.`;
}

/** Counted in characters as the schema counts them, not in UTF-16 units. */
function readText(maxLength: number | null, text: string): Reading {
  const over = maxLength === null ? 0 : [...text].length - maxLength;
  if (over > 0) return wrong(`${over} ${over === 1 ? "character" : "characters"} too long.`);
  return valid(text);
}

function readJson(text: string): Reading {
  try {
    return valid(JSON.parse(text));
  } catch {
    return wrong("This is not JSON. Texts need double quotes; check commas and brackets.");
  }
}

function valid(value: unknown): Reading {
  return { state: "valid", value };
}

function wrong(problem: string): Reading {
  return { state: "wrong", problem };
}
