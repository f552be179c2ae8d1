import type { FieldInput, FieldPart } from "#components/queues/parts/annotation-field.ts";
import { spansIn, spansText } from "#components/queues/parts/field-spans.ts";
import { countOf } from "#components/ui/text/format.ts";
import { inTextOrder, MAX_SPANS } from "#lib/contract/annotation/spans.ts";

/** What a field's text means: nothing was answered, a value, or something to put right first. */
export type Reading =
  | { state: "empty" }
  | { state: "valid"; value: unknown }
  | { state: "wrong"; problem: string };

const EMPTY: Reading = { state: "empty" };

/**
 * Reads what was typed or picked for a field. A choice is its text, yes and no are `true` and `false`, several choices are a JSON list,
 * and an object is a JSON list of pairs: the name of a part, and its text.
 */
export function readAnswer(input: FieldInput, text: string): Reading {
  if (text.trim() === "") return EMPTY;
  switch (input.kind) {
    case "boolean":
      return valid(text === "true");
    case "choice":
      return readChoice(input.options, text);
    case "choices":
      return readChoices(input, text);
    case "spans":
      return readMarked(input, text);
    case "integer":
    case "number":
      return readNumber(input, text.trim());
    case "text":
      return readText(input.maxLength, text);
    case "group":
      return readGroup(input.parts, text);
    case "json":
      return readJson(text);
  }
}

/** The text that stands for a stored value, so that `readAnswer` gives the value again. */
export function answerText(input: FieldInput, value: unknown): string {
  if (input.kind === "json") return JSON.stringify(value, null, 2);
  if (input.kind === "spans") return spansText(value);
  if (input.kind === "choices") return Array.isArray(value) ? JSON.stringify(value.filter(isText)) : "";
  if (input.kind === "group") return groupText(input.parts, value);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

type NumberInput = Extract<FieldInput, { kind: "integer" | "number" }>;
type ChoicesInput = Extract<FieldInput, { kind: "choices" }>;

function readChoice(options: ChoicesInput["options"], text: string): Reading {
  return options.some(({ value }) => value === text)
    ? valid(text)
    : wrong(`“${text}” is not among the choices.`);
}

function readChoices({ options, min, max }: ChoicesInput, text: string): Reading {
  const picked = pickedIn(text);
  const strange = picked.find((one) => options.every(({ value }) => value !== one));
  if (strange !== undefined) return wrong(`“${strange}” is not among the choices.`);
  if (min !== null && picked.length < min) return wrong(`Choose at least ${min}.`);
  if (max !== null && picked.length > max) return wrong(`Choose at most ${max}.`);
  return valid(picked);
}

type SpansInput = Extract<FieldInput, { kind: "spans" }>;

function readMarked({ options, min, max }: SpansInput, text: string): Reading {
  const spans = spansIn(text);
  const strange = spans.find(({ label }) => options.every(({ value }) => value !== label));
  if (strange) return wrong(`“${strange.label}” is no longer a label. Remove its marks.`);
  if (min !== null && spans.length < min) return wrong(`Mark at least ${countOf(min, "passage")}.`);
  const most = max ?? MAX_SPANS;
  if (spans.length > most)
    return wrong(`${countOf(spans.length, "passage")} are marked; at most ${most} are allowed.`);
  return valid(inTextOrder(spans));
}

/** The options that a text of several choices names. */
export function pickedIn(text: string): string[] {
  const list = parsed(text);
  return Array.isArray(list) ? list.filter(isText) : [];
}

/** Picks an option or takes it back, in the order in which the options stand; nothing picked is no answer. */
export function flipChoice({ options }: ChoicesInput, text: string, option: string): string {
  const before = pickedIn(text);
  const after = options
    .map(({ value }) => value)
    .filter((value) => before.includes(value) !== (value === option));
  return after.length > 0 ? JSON.stringify(after) : "";
}

/** What stands for: none of the options applies, or nothing is to be marked. */
export const NONE_PICKED = "[]";

function readNumber({ kind, min, max }: NumberInput, text: string): Reading {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value))
    return wrong(`“${text}” is not a number. Write it like ${kind === "integer" ? "3" : "0.5"}.`);
  if (kind === "integer" && !Number.isSafeInteger(value)) return wrong(`${text} is not a whole number.`);
  if (min !== null && value < min) return wrong(`${text} is less than ${min}.`);
  if (max !== null && value > max) return wrong(`${text} is more than ${max}.`);
  return valid(value);
}

/** Which numbers a field takes, as a sentence; empty where any will do. */
export function rangeText(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `From ${min} to ${max}.`;
  if (min !== null) return `${min} or more.`;
  return max === null ? "" : `${max} or less.`;
}

/** How many options may be picked, or passages marked, as a sentence; empty where any number will do. */
export function countText(min: number | null, max: number | null, act = "Choose"): string {
  const least = min ?? 0;
  if (max !== null && max === least) return `${act} ${max}.`;
  if (max !== null) return least > 0 ? `${act} ${least} to ${max}.` : `${act} up to ${max}.`;
  return least > 0 ? `${act} at least ${least}.` : "";
}

/** Counted in characters as the schema counts them, not in UTF-16 units. */
function readText(maxLength: number | null, text: string): Reading {
  const over = maxLength === null ? 0 : [...text].length - maxLength;
  if (over > 0) return wrong(`${over} ${over === 1 ? "character" : "characters"} too long.`);
  return valid(text);
}

/** An object of whose parts none is answered is no answer. */
function readGroup(parts: readonly FieldPart[], text: string): Reading {
  const entries: [string, unknown][] = [];
  for (const { name, label, isRequired, input } of parts) {
    const reading = readAnswer(input, partText(text, name));
    if (reading.state === "wrong") return wrong(`${label}: ${reading.problem}`);
    if (reading.state === "valid") entries.push([name, reading.value]);
    else if (isRequired) return wrong(`${label}: ${requiredText(input)}`);
  }
  return entries.length > 0 ? valid(Object.fromEntries(entries)) : EMPTY;
}

const REQUIRED = "Answer this question; it is required.";

/** What is asked for where a required answer is missing. */
export function requiredText(input: FieldInput): string {
  if (input.kind !== "spans") return REQUIRED;
  const least = input.min ?? 0;
  return least > 0
    ? `Mark at least ${countOf(least, "passage")}; it is required.`
    : "Mark a passage, or choose “Nothing to mark”; an answer is required.";
}

/** What is entered for one part of an object. */
export function partText(text: string, name: string): string {
  return pairsIn(text).find(([key]) => key === name)?.[1] ?? "";
}

/** An object's text with one part replaced; empty if no part has a value. */
export function withPart(text: string, name: string, part: string): string {
  const others = pairsIn(text).filter(([key]) => key !== name);
  const pairs = part === "" ? others : [...others, [name, part]];
  return pairs.length > 0 ? JSON.stringify(pairs) : "";
}

function groupText(parts: readonly FieldPart[], value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const own = new Map(Object.entries(value));
  return parts.reduce(
    (text, { name, input }) => withPart(text, name, own.has(name) ? answerText(input, own.get(name)) : ""),
    "",
  );
}

function pairsIn(text: string): [string, string][] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair): [string, string][] => {
    const [name, part]: unknown[] = Array.isArray(pair) ? pair : [];
    return isText(name) && isText(part) ? [[name, part]] : [];
  });
}

function readJson(text: string): Reading {
  try {
    return valid(JSON.parse(text));
  } catch {
    return wrong("This is not JSON. Use double quotes around text, and check commas and brackets.");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function valid(value: unknown): Reading {
  return { state: "valid", value };
}

function wrong(problem: string): Reading {
  return { state: "wrong", problem };
}
