import { markProblems } from "#components/queues/fields/field-draft.ts";
import {
  type AnnotationField,
  type FieldInput,
  type FieldOption,
  type JsonSchema,
  optionKeywords,
  optionLabel,
  optionsOfInput,
} from "#components/queues/parts/annotation-field.ts";
import type { FieldChange } from "#lib/contract/annotation/queue-fields.ts";
import { MAX_SPAN_LABELS, MAX_SPANS } from "#lib/contract/annotation/spans.ts";

/** An option in the form of a change; `value` is null where it is new. */
export type OptionRow = { key: string; value: string | null; label: string; help: string };

/** What stands in the form that changes a field, as it was typed. */
export type ChangeDraft = {
  name: string;
  description: string;
  options: readonly OptionRow[];
  min: string;
  max: string;
  maxLength: string;
  schema: string;
};
export type ChangeProblems = Partial<Record<keyof ChangeDraft, string>>;

/** The form of a change as it opens: what the field is now. */
export function changeDraftOf({ name, description, input }: AnnotationField): ChangeDraft {
  const bounds = "min" in input ? input : { min: null, max: null };
  return {
    name,
    description,
    options: optionsOfInput(input).map((option) => ({
      key: option.value,
      value: option.value,
      label: optionLabel(option),
      help: option.help,
    })),
    min: textOf(bounds.min),
    max: textOf(bounds.max),
    maxLength: input.kind === "text" ? textOf(input.maxLength) : "",
    schema: input.kind === "json" ? JSON.stringify(input.schema, null, 2) : "",
  };
}

/** What is wrong with what was typed, by its place. */
export function changeProblems(draft: ChangeDraft, { kind }: FieldInput): ChangeProblems {
  const problems: ChangeProblems = {};
  if (!draft.name.trim()) problems.name = "Enter the question for annotators.";
  if (kind === "choice" || kind === "choices") Object.assign(problems, optionProblems(draft));
  if (kind === "spans") Object.assign(problems, optionProblems(draft, LABELS), markProblems(draft));
  if (kind === "integer" || kind === "number" || kind === "choices")
    Object.assign(problems, boundProblems(draft));
  const limit = draft.maxLength.trim();
  if (kind === "text" && limit && !/^[1-9]\d*$/.test(limit))
    problems.maxLength = `“${limit}” is not a whole number above 0.`;
  if (kind === "json" && !readSchema(draft.schema))
    problems.schema = "This is not a JSON object. Write a JSON Schema.";
  return problems;
}

const OPTIONS = {
  least: 2,
  most: Number.POSITIVE_INFINITY,
  few: "Keep at least two options.",
  word: "option",
};
const LABELS = { least: 1, most: MAX_SPAN_LABELS, few: "Keep at least one label.", word: "label" };

function optionProblems({ options }: ChangeDraft, { least, most, few, word } = OPTIONS): ChangeProblems {
  if (options.length < least) return { options: few };
  if (options.length > most)
    return { options: `There are ${options.length} labels; at most ${most} are allowed.` };
  const labels = options.map(({ label }) => label.trim());
  if (labels.includes("")) return { options: `Name each ${word}, or remove the empty one.` };
  const twice = labels.find((label, i) => labels.indexOf(label) !== i);
  if (twice !== undefined) return { options: `“${twice}” appears twice.` };
  const values = options.map(keptAs);
  const taken = values.find((value, i) => values.indexOf(value) !== i);
  return taken === undefined
    ? {}
    : { options: `“${taken}” is already stored for another ${word}. Use other words for the new one.` };
}

function boundProblems({ min, max }: ChangeDraft): ChangeProblems {
  const problems: ChangeProblems = {};
  if (!isNumber(min)) problems.min = `“${min.trim()}” is not a number.`;
  if (!isNumber(max)) problems.max = `“${max.trim()}” is not a number.`;
  const [low, high] = [numberOf(min), numberOf(max)];
  if (!problems.min && !problems.max && low !== null && high !== null && low > high)
    problems.max = `The largest (${high}) is below the smallest (${low}).`;
  return problems;
}

/** What is sent for a draft without problems: only what is another than before. Null where nothing is. */
export function changeOf(
  draft: ChangeDraft,
  field: AnnotationField,
  schema: JsonSchema,
): Omit<FieldChange, "fieldRef"> | null {
  const before = changeDraftOf(field);
  const [name, description] = [draft.name.trim(), draft.description.trim()];
  const after = schemaAfter(draft, field.input, schema);
  const change = {
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description }),
    ...(JSON.stringify(after) === JSON.stringify(schemaAfter(before, field.input, schema))
      ? {}
      : { fieldSchema: after }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** The schema with what the form can change in it; whatever else it says stays. */
function schemaAfter(draft: ChangeDraft, { kind }: FieldInput, schema: JsonSchema): Record<string, unknown> {
  const { enum: _, enumNames: __, enumDescriptions: ___, ...rest } = schema;
  const options = draft.options.map(optionOf);
  switch (kind) {
    case "choice":
      return { ...rest, ...optionKeywords(options) };
    case "choices": {
      const { minItems: _least, maxItems: _most, items, ...others } = schema;
      const bounds = { ...given("minItems", draft.min), ...given("maxItems", draft.max) };
      return { ...others, items: { ...withoutOptions(items), ...optionKeywords(options) }, ...bounds };
    }
    case "spans": {
      const { minItems: _least, maxItems: _most, ...others } = schema;
      const bounds = { ...given("minItems", draft.min), maxItems: numberOf(draft.max) ?? MAX_SPANS };
      return { ...others, items: withLabels(schema.items, optionKeywords(options)), ...bounds };
    }
    case "integer":
    case "number": {
      const { minimum: _least, maximum: _most, ...others } = schema;
      return { ...others, ...given("minimum", draft.min), ...given("maximum", draft.max) };
    }
    case "text": {
      const { maxLength: _most, ...others } = schema;
      return { ...others, ...given("maxLength", draft.maxLength) };
    }
    case "json":
      return readSchema(draft.schema) ?? schema;
    case "boolean":
    case "group":
      return schema;
  }
}

/** What is said of a mark, with other labels. */
function withLabels(items: unknown, labels: JsonSchema): JsonSchema {
  const { properties, ...rest }: JsonSchema = Object(items);
  const { label, ...others }: JsonSchema = Object(properties);
  return { ...rest, properties: { ...others, label: { ...withoutOptions(label), ...labels } } };
}

function withoutOptions(items: unknown): JsonSchema {
  if (typeof items !== "object" || items === null || Array.isArray(items)) return {};
  const { enum: _, enumNames: __, enumDescriptions: ___, ...rest }: JsonSchema = { ...items };
  return rest;
}

function optionOf(row: OptionRow): FieldOption {
  const label = row.label.trim();
  const value = keptAs(row);
  return { value, help: row.help.trim(), ...(label === value ? {} : { label }) };
}

/** Answers keep the original value of an option, even if it is renamed later. */
function keptAs({ value, label }: OptionRow): string {
  return value ?? label.trim();
}

function given(keyword: string, text: string): JsonSchema {
  const value = numberOf(text);
  return value === null ? {} : { [keyword]: value };
}

function readSchema(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isNumber(text: string): boolean {
  return text.trim() === "" || Number.isFinite(Number(text));
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}
