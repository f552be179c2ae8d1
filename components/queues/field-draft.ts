import { type FieldInput, type FieldKind, objectIdFrom } from "./annotation-field.ts";
import type { FieldDraft } from "./queue-queries.ts";

/** What stands in the form for a new field, as it was typed. */
export type FieldFormDraft = {
  name: string;
  description: string;
  kind: FieldKind;
  /** One choice a line. */
  options: string;
  min: string;
  max: string;
  maxLength: string;
};

export const EMPTY_DRAFT: FieldFormDraft = {
  name: "",
  description: "",
  kind: "boolean",
  options: "",
  min: "",
  max: "",
  maxLength: "",
};

type Problems = Partial<Record<keyof FieldFormDraft, string>>;

/** The field that a draft describes, or what is wrong with each part of it. */
export function readFieldDraft(
  draft: FieldFormDraft,
  taken: readonly string[],
): { field: FieldDraft | null; problems: Problems } {
  const name = draft.name.trim();
  const objectId = objectIdFrom(name);
  const problems = { ...nameProblem(name, objectId, taken), ...inputProblems(draft) };
  if (Object.keys(problems).length > 0) return { field: null, problems };
  return {
    field: { objectId, name, description: draft.description.trim(), input: inputOf(draft) },
    problems,
  };
}

function nameProblem(name: string, objectId: string, taken: readonly string[]): Problems {
  if (!name) return { name: "Write what annotators are asked." };
  if (!objectId) return { name: "Use at least one letter or digit." };
  if (taken.includes(objectId))
    return { name: `A field named “${objectId}” exists; choose it from the list, or ask in other words.` };
  return {};
}

function inputProblems(draft: FieldFormDraft): Problems {
  if (draft.kind === "choice") return choiceProblem(choicesOf(draft.options));
  if (draft.kind === "text") return wholeProblem(draft.maxLength);
  if (draft.kind === "boolean") return {};
  const problems: Problems = {};
  for (const bound of ["min", "max"] as const) {
    const text = draft[bound].trim();
    if (text && !isNumber(text, draft.kind === "integer"))
      problems[bound] =
        draft.kind === "integer" ? `“${text}” is not a whole number.` : `“${text}” is not a number.`;
  }
  const [min, max] = [numberOrNull(draft.min), numberOrNull(draft.max)];
  if (!problems.min && !problems.max && min !== null && max !== null && min > max)
    problems.max = `The largest (${max}) is below the smallest (${min}).`;
  return problems;
}

function choiceProblem(options: string[]): Problems {
  if (options.length < 2) return { options: "Write at least two choices, one a line." };
  const twice = options.find((option, i) => options.indexOf(option) !== i);
  return twice ? { options: `“${twice}” is there twice.` } : {};
}

function wholeProblem(text: string): Problems {
  const trimmed = text.trim();
  if (!trimmed || (/^\d+$/.test(trimmed) && Number(trimmed) > 0)) return {};
  return { maxLength: `“${trimmed}” is not a whole number above 0.` };
}

function inputOf(draft: FieldFormDraft): FieldInput {
  switch (draft.kind) {
    case "boolean":
      return { kind: "boolean" };
    case "choice":
      return { kind: "choice", options: choicesOf(draft.options) };
    case "text":
      return { kind: "text", maxLength: numberOrNull(draft.maxLength) };
    case "integer":
    case "number":
      return { kind: draft.kind, min: numberOrNull(draft.min), max: numberOrNull(draft.max) };
  }
}

function choicesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function isNumber(text: string, whole: boolean): boolean {
  return whole ? /^-?\d+$/.test(text) : text !== "" && Number.isFinite(Number(text));
}

function numberOrNull(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
