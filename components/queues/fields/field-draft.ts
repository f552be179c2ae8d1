import {
  type FieldInput,
  type FieldKind,
  type FieldOption,
  type FieldPart,
  type JsonSchema,
  objectIdFrom,
} from "#components/queues/parts/annotation-field.ts";
import type { FieldDraft } from "#components/queues/parts/queue-queries.ts";
import { MAX_SPAN_LABELS, MAX_SPANS } from "#lib/contract/annotation/spans.ts";

/** What stands in the form for one question, as it was typed. */
export type QuestionDraft = {
  name: string;
  description: string;
  kind: FieldKind;
  /** One choice a line; after a bar, when to choose it. */
  options: string;
  min: string;
  max: string;
  maxLength: string;
  /** A JSON Schema. */
  schema: string;
};

export type PartDraft = QuestionDraft & { isRequired: boolean };
export type FieldFormDraft = QuestionDraft & { parts: readonly PartDraft[] };

const EMPTY_QUESTION: QuestionDraft = {
  name: "",
  description: "",
  kind: "boolean",
  options: "",
  min: "",
  max: "",
  maxLength: "",
  schema: "",
};

export const EMPTY_DRAFT: FieldFormDraft = { ...EMPTY_QUESTION, parts: [] };
export const EMPTY_PART: PartDraft = { ...EMPTY_QUESTION, isRequired: false };

/** Whether something was written that would be lost. A kind alone says nothing yet. */
export function isUnfinished({ parts, ...question }: FieldFormDraft): boolean {
  return [question, ...parts].some(({ name, description, options, min, max, maxLength, schema }) =>
    [name, description, options, min, max, maxLength, schema].some((text) => text.trim() !== ""),
  );
}

/** What is wrong with each part of a question. */
export type QuestionProblems = Partial<Record<keyof QuestionDraft | "parts", string>>;
export type FieldProblems = QuestionProblems & { inParts?: readonly QuestionProblems[] };

/** The field that a draft describes, or what is wrong with each part of it. */
export function readFieldDraft(
  draft: FieldFormDraft,
  taken: readonly string[],
): { field: FieldDraft | null; problems: FieldProblems } {
  const name = draft.name.trim();
  const objectId = objectIdFrom(name);
  const problems: FieldProblems = {
    ...nameProblem(name, objectId, taken),
    ...inputProblems(draft),
    ...partsProblems(draft),
  };
  if (Object.keys(problems).length > 0) return { field: null, problems };
  const input: FieldInput =
    draft.kind === "group" ? { kind: "group", parts: draft.parts.map(partOf) } : inputOf(draft);
  return { field: { objectId, name, description: draft.description.trim(), input }, problems };
}

function nameProblem(name: string, objectId: string, taken: readonly string[]): QuestionProblems {
  if (!name) return { name: "Enter the question for annotators." };
  if (!objectId) return { name: "Use at least one letter or digit." };
  if (taken.includes(objectId))
    return {
      name: `A question named “${objectId}” already exists. Choose it from the list, or use other words.`,
    };
  return {};
}

function partsProblems({ kind, parts }: FieldFormDraft): FieldProblems {
  if (kind !== "group") return {};
  if (parts.length === 0) return { parts: "Add at least one part." };
  const ids = parts.map(({ name }) => objectIdFrom(name));
  const inParts = parts.map((part, i): QuestionProblems => {
    const own = { ...nameProblem(part.name.trim(), ids[i] ?? "", []), ...inputProblems(part) };
    const isTwice = !own.name && ids.indexOf(ids[i] ?? "") < i;
    return isTwice ? { ...own, name: "Another part has the same name. Use other words." } : own;
  });
  return inParts.some((own) => Object.keys(own).length > 0) ? { inParts } : {};
}

function inputProblems(draft: QuestionDraft): QuestionProblems {
  switch (draft.kind) {
    case "choice":
      return optionsProblem(optionsOf(draft.options));
    case "choices":
      return { ...optionsProblem(optionsOf(draft.options)), ...countProblems(draft) };
    case "spans":
      return { ...labelsProblem(optionsOf(draft.options)), ...markProblems(draft) };
    case "text":
      return wholeProblem(draft.maxLength);
    case "integer":
    case "number":
      return boundProblems(draft, draft.kind === "integer");
    case "json":
      return draft.schema.trim() === "" || readSchema(draft.schema)
        ? {}
        : { schema: "This is not a JSON object. Write a JSON Schema, or leave it empty to accept anything." };
    case "boolean":
    case "group":
      return {};
  }
}

function boundProblems(draft: Pick<QuestionDraft, "min" | "max">, isWhole: boolean): QuestionProblems {
  const problems: QuestionProblems = {};
  for (const bound of ["min", "max"] as const) {
    const text = draft[bound].trim();
    if (text && !isNumber(text, isWhole))
      problems[bound] = isWhole ? `“${text}” is not a whole number.` : `“${text}” is not a number.`;
  }
  const [min, max] = [numberOrNull(draft.min), numberOrNull(draft.max)];
  if (!problems.min && !problems.max && min !== null && max !== null && min > max)
    problems.max = `The largest (${max}) is below the smallest (${min}).`;
  return problems;
}

function countProblems(draft: QuestionDraft): QuestionProblems {
  const problems = boundProblems(draft, true);
  const [min, max] = [numberOrNull(draft.min), numberOrNull(draft.max)];
  const count = optionsOf(draft.options).length;
  if (!problems.min && min !== null && min < 0) problems.min = "The minimum cannot be below 0.";
  if (!problems.min && min !== null && min > count) problems.min = `There are only ${count} choices.`;
  if (!problems.max && max !== null && max < 1) problems.max = "The maximum must be at least 1.";
  return problems;
}

function optionsProblem(options: readonly FieldOption[]): QuestionProblems {
  if (options.length < 2) return { options: "Write at least two choices, one per line." };
  const values = options.map(({ value }) => value);
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === undefined ? {} : { options: `“${twice}” appears twice.` };
}

function labelsProblem(labels: readonly FieldOption[]): QuestionProblems {
  const values = labels.map(({ value }) => value);
  if (values.length === 0) return { options: "Write at least one label, one per line." };
  if (values.length > MAX_SPAN_LABELS)
    return { options: `There are ${values.length} labels; at most ${MAX_SPAN_LABELS} are allowed.` };
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === undefined ? {} : { options: `“${twice}” appears twice.` };
}

/** How many passages may be marked. */
export function markProblems({ min, max }: Pick<QuestionDraft, "min" | "max">): QuestionProblems {
  const problems = boundProblems({ min, max }, true);
  const [least, most] = [numberOrNull(min), numberOrNull(max)];
  if (!problems.min && least !== null && least < 0) problems.min = "The minimum cannot be below 0.";
  if (!problems.min && least !== null && least > MAX_SPANS)
    problems.min = `At most ${MAX_SPANS} are allowed.`;
  if (!problems.max && most !== null && most < 1) problems.max = "The maximum must be at least 1.";
  if (!problems.max && most !== null && most > MAX_SPANS) problems.max = `At most ${MAX_SPANS} are allowed.`;
  return problems;
}

function wholeProblem(text: string): QuestionProblems {
  const trimmed = text.trim();
  if (!trimmed || (/^\d+$/.test(trimmed) && Number(trimmed) > 0)) return {};
  return { maxLength: `“${trimmed}” is not a whole number above 0.` };
}

function partOf(part: PartDraft): FieldPart {
  const label = part.name.trim();
  const { description, isRequired } = part;
  return { name: objectIdFrom(label), label, help: description.trim(), isRequired, input: inputOf(part) };
}

function inputOf(draft: QuestionDraft): FieldInput {
  const [min, max] = [numberOrNull(draft.min), numberOrNull(draft.max)];
  switch (draft.kind) {
    case "boolean":
      return { kind: "boolean" };
    case "choice":
      return { kind: "choice", options: optionsOf(draft.options) };
    case "choices":
      return { kind: "choices", options: optionsOf(draft.options), min, max };
    case "spans":
      return { kind: "spans", options: optionsOf(draft.options), min, max };
    case "text":
      return { kind: "text", maxLength: numberOrNull(draft.maxLength) };
    case "integer":
    case "number":
      return { kind: draft.kind, min, max };
    case "json":
    case "group":
      return { kind: "json", schema: readSchema(draft.schema) ?? {} };
  }
}

function optionsOf(text: string): FieldOption[] {
  return text
    .split("\n")
    .map((line) => {
      const [value = "", ...help] = line.split("|");
      return { value: value.trim(), help: help.join("|").trim() };
    })
    .filter(({ value }) => value !== "");
}

function readSchema(text: string): JsonSchema | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isNumber(text: string, whole: boolean): boolean {
  return whole ? /^-?\d+$/.test(text) : text !== "" && Number.isFinite(Number(text));
}

function numberOrNull(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
