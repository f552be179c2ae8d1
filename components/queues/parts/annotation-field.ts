import {
  asksForSpans,
  MAX_QUOTED,
  MAX_SPANS,
  SPANS_KEYWORD,
  spanLabelSchema,
} from "#lib/contract/annotation/spans.ts";
import type { StoredObject } from "#lib/contract/compat/objects.ts";

/** What annotators fill in for one thing: an object of class AnnotationSpec, as a form can show it. */
export type AnnotationField = {
  /** The exact version; feedback names it. */
  ref: string;
  /** The object's name, which is also the last part of the feedback's type. */
  objectId: string;
  name: string;
  description: string;
  input: FieldInput;
  /** No form can show it, as there is no such field in the project; a queue may ask for one all the same. */
  isMissing?: true;
};

export type FieldInput =
  | { kind: "boolean" }
  | { kind: "choice"; options: readonly FieldOption[] }
  /** Several of the options; `min` and `max` say how many. */
  | { kind: "choices"; options: readonly FieldOption[]; min: number | null; max: number | null }
  /** Passages of a message, each under one of the options. */
  | { kind: "spans"; options: readonly FieldOption[]; min: number | null; max: number | null }
  | { kind: "integer" | "number"; min: number | null; max: number | null }
  | { kind: "text"; maxLength: number | null }
  /** An object, answered part by part. */
  | { kind: "group"; parts: readonly FieldPart[] }
  /** A schema that no control fits; it is answered as JSON. */
  | { kind: "json"; schema: JsonSchema };

export type JsonSchema = { readonly [keyword: string]: unknown };

/** `help` says when to choose it; empty says nothing. `label` is what annotators read, where that is not the value. */
export type FieldOption = { value: string; help: string; label?: string };

/** What a field lets people pick or mark with; none where they do neither. */
export function optionsOfInput(input: FieldInput): readonly FieldOption[] {
  return "options" in input ? input.options : [];
}

/** An option as annotators read it. */
export function optionLabel({ value, label }: Pick<FieldOption, "value" | "label">): string {
  return label || value || "(empty)";
}

/** One property of an object. `name` is its key, `label` what annotators read. */
export type FieldPart = {
  name: string;
  label: string;
  help: string;
  isRequired: boolean;
  input: FieldInput;
};

export const FIELD_KINDS = [
  "boolean",
  "choice",
  "choices",
  "spans",
  "integer",
  "number",
  "text",
  "group",
  "json",
] as const satisfies readonly FieldInput["kind"][];
export type FieldKind = (typeof FIELD_KINDS)[number];

export const KIND_LABELS: { [K in FieldKind]: string } = {
  boolean: "Yes or no",
  choice: "One choice",
  choices: "Several choices",
  spans: "Passages",
  integer: "Whole number",
  number: "Number",
  text: "Text",
  group: "Several parts",
  json: "JSON",
};

/** The form's view of a stored spec; null where the object is no spec. */
export function fieldOf(
  object: Pick<StoredObject, "projectId" | "objectId" | "digest" | "val">,
): AnnotationField | null {
  const { val } = object;
  if (!isRecord(val) || !isRecord(val.field_schema)) return null;
  return {
    ref: objectRef(object.projectId, object.objectId, object.digest),
    objectId: object.objectId,
    name: textOf(val.name) || object.objectId,
    description: textOf(val.description),
    input: inputOf(val.field_schema),
  };
}

/** What stands for a field that a queue asks for and that is not there. */
export function missingField(ref: string): AnnotationField {
  const objectId = readObjectRef(ref)?.objectId ?? ref;
  return {
    ref,
    objectId,
    name: objectId,
    description: "There is no such question in this project. Nobody is asked it.",
    input: { kind: "json", schema: {} },
    isMissing: true,
  };
}

export function objectRef(projectId: string, objectId: string, digest: string): string {
  return `weave:///${projectId}/object/${objectId}:${digest}`;
}

/** The name and version in a reference to an object, or null. */
export function readObjectRef(ref: string): { objectId: string; digest: string } | null {
  const found = /\/object\/([^/:]+):([^/?]+)(?:\?.*)?$/s.exec(ref);
  return found ? { objectId: found[1] ?? "", digest: found[2] ?? "" } : null;
}

/** The field of the form to which an answer belongs that was given under `ref`, whichever version of it that is. */
export function fieldOfVersion<F extends Pick<AnnotationField, "ref" | "objectId">>(
  fields: readonly F[],
  ref: string | null | undefined,
): F | undefined {
  if (!ref) return undefined;
  const exact = fields.find((field) => field.ref === ref);
  if (exact) return exact;
  const objectId = readObjectRef(ref)?.objectId;
  return fields.find((field) => field.objectId === objectId);
}

/** Objects inside objects are asked part by part up to here; what lies deeper is answered as JSON. */
const DEEPEST_GROUP = 2;

function inputOf(schema: JsonSchema, depth = 0): FieldInput {
  const options = optionsIn(schema);
  if (options) return { kind: "choice", options };
  switch (schema.type) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: schema.type, min: numberOf(schema.minimum), max: numberOf(schema.maximum) };
    case "string":
      return { kind: "text", maxLength: numberOf(schema.maxLength) };
    case "array":
      return (depth === 0 ? spansOf(schema) : null) ?? choicesOf(schema) ?? { kind: "json", schema };
    case "object":
      return groupOf(schema, depth) ?? { kind: "json", schema };
    default:
      return { kind: "json", schema };
  }
}

/** `enumNames` and `enumDescriptions` have a text for each value of `enum`; readers that do not know them still have the options. */
function optionsIn(schema: JsonSchema): FieldOption[] | null {
  const { enum: values, enumNames: labels, enumDescriptions: helps } = schema;
  if (!Array.isArray(values) || values.length === 0) return null;
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length < values.length) return null;
  return texts.map((value, i) => {
    const label = Array.isArray(labels) ? textOf(labels[i]) : "";
    return {
      value,
      help: Array.isArray(helps) ? textOf(helps[i]) : "",
      ...(label && label !== value ? { label } : {}),
    };
  });
}

function choicesOf({ items, minItems, maxItems }: JsonSchema): FieldInput | null {
  const options = isRecord(items) ? optionsIn(items) : null;
  if (!options) return null;
  return { kind: "choices", options, min: numberOf(minItems), max: numberOf(maxItems) };
}

/** Passages are asked of an item as a whole, never as a part of something else. */
function spansOf(schema: JsonSchema): FieldInput | null {
  const options = asksForSpans(schema) ? optionsIn(spanLabelSchema(schema)) : null;
  if (!options) return null;
  const { minItems, maxItems } = schema;
  const most = numberOf(maxItems);
  return { kind: "spans", options, min: numberOf(minItems), max: most === MAX_SPANS ? null : most };
}

function groupOf({ properties, required }: JsonSchema, depth: number): FieldInput | null {
  const entries = isRecord(properties) ? Object.entries(properties) : [];
  if (entries.length === 0 || depth >= DEEPEST_GROUP) return null;
  const parts = entries.map(([name, schema]): FieldPart => {
    const own = isRecord(schema) ? schema : {};
    return {
      name,
      label: textOf(own.title) || name,
      help: textOf(own.description),
      isRequired: Array.isArray(required) && required.includes(name),
      input: inputOf(own, depth + 1),
    };
  });
  return { kind: "group", parts };
}

/** The JSON Schema that a field's input stands for. */
export function schemaOf(input: FieldInput): JsonSchema {
  switch (input.kind) {
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return choiceSchema(input.options);
    case "choices": {
      const bounds = { ...given("minItems", input.min), ...given("maxItems", input.max) };
      return { type: "array", items: choiceSchema(input.options), uniqueItems: true, ...bounds };
    }
    case "spans":
      return spansSchema(input.options, { ...given("minItems", input.min), ...given("maxItems", input.max) });
    case "integer":
    case "number":
      return { type: input.kind, ...given("minimum", input.min), ...given("maximum", input.max) };
    case "text":
      return { type: "string", ...given("maxLength", input.maxLength) };
    case "group":
      return groupSchema(input.parts);
    case "json":
      return input.schema;
  }
}

/** A list of objects to every reader; the keyword says to those who know it that they are passages of the call's texts. */
function spansSchema(options: readonly FieldOption[], bounds: JsonSchema): JsonSchema {
  const properties = {
    path: { type: "string" },
    start: { type: "integer", minimum: 0 },
    end: { type: "integer", minimum: 1 },
    quote: { type: "string", minLength: 1, maxLength: MAX_QUOTED },
    label: choiceSchema(options),
  };
  const required = Object.keys(properties);
  const items = { type: "object", properties, required, additionalProperties: false };
  return { type: "array", [SPANS_KEYWORD]: true, items, maxItems: MAX_SPANS, ...bounds };
}

function choiceSchema(options: readonly FieldOption[]): JsonSchema {
  return { type: "string", ...optionKeywords(options) };
}

/** What a schema says of options. */
export function optionKeywords(options: readonly FieldOption[]): JsonSchema {
  const hasHelp = options.some(({ help }) => help !== "");
  const hasLabels = options.some((option) => optionLabel(option) !== option.value);
  return {
    enum: options.map(({ value }) => value),
    ...(hasLabels ? { enumNames: options.map(optionLabel) } : {}),
    ...(hasHelp ? { enumDescriptions: options.map(({ help }) => help) } : {}),
  };
}

function groupSchema(parts: readonly FieldPart[]): JsonSchema {
  const properties = parts.map(({ name, label, help, input }) => {
    const words = { ...(label === name ? {} : { title: label }), ...(help ? { description: help } : {}) };
    return [name, { ...schemaOf(input), ...words }] as const;
  });
  const required = parts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  };
}

/** A name that objects may carry, from what a person typed: `Is it helpful?` is `is-it-helpful`. */
export function objectIdFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 120);
}

function given(key: string, value: number | null): Record<string, number> {
  return value === null ? {} : { [key]: value };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
