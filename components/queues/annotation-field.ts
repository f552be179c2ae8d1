import type { StoredObject } from "#lib/contract/objects.ts";

/** What annotators fill in for one thing: an object of class AnnotationSpec, as a form can show it. */
export type AnnotationField = {
  /** The exact version; feedback names it. */
  ref: string;
  /** The object's name, which is also the last part of the feedback's type. */
  objectId: string;
  name: string;
  description: string;
  input: FieldInput;
};

export type FieldInput =
  | { kind: "boolean" }
  | { kind: "choice"; options: readonly string[] }
  | { kind: "integer" | "number"; min: number | null; max: number | null }
  | { kind: "text"; maxLength: number | null }
  /** A schema that no control fits; it is answered as JSON. */
  | { kind: "json" };

export const FIELD_KINDS = ["boolean", "choice", "integer", "number", "text"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export const KIND_LABELS: { [K in FieldKind | "json"]: string } = {
  boolean: "Yes or no",
  choice: "One choice",
  integer: "Whole number",
  number: "Number",
  text: "Text",
  json: "JSON",
};

/** The form's view of a stored spec; null where the object is no spec. */
export function fieldOf(object: StoredObject): AnnotationField | null {
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

export function objectRef(projectId: string, objectId: string, digest: string): string {
  return `weave:///${projectId}/object/${objectId}:${digest}`;
}

/** The name and version in a reference to an object, or null. */
export function readObjectRef(ref: string): { objectId: string; digest: string } | null {
  const found = /\/object\/([^/:]+):([^/]+)$/.exec(ref);
  return found ? { objectId: found[1] ?? "", digest: found[2] ?? "" } : null;
}

function inputOf(schema: Record<string, unknown>): FieldInput {
  if (Array.isArray(schema.enum) && schema.enum.every((option) => typeof option === "string"))
    return { kind: "choice", options: schema.enum };
  switch (schema.type) {
    case "boolean":
      return { kind: "boolean" };
    case "integer":
    case "number":
      return { kind: schema.type, min: numberOf(schema.minimum), max: numberOf(schema.maximum) };
    case "string":
      return { kind: "text", maxLength: numberOf(schema.maxLength) };
    default:
      return { kind: "json" };
  }
}

/** The JSON Schema that a field's input stands for. */
export function schemaOf(input: FieldInput): Record<string, unknown> {
  switch (input.kind) {
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: [...input.options] };
    case "integer":
    case "number":
      return { type: input.kind, ...given("minimum", input.min), ...given("maximum", input.max) };
    case "text":
      return { type: "string", ...given("maxLength", input.maxLength) };
    case "json":
      return {};
  }
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
