import { expect, test } from "vitest";
import type { StoredObject } from "#lib/contract/compat/objects.ts";
import { type FieldInput, fieldOf, objectIdFrom, readObjectRef, schemaOf } from "./annotation-field.ts";

function spec(fieldSchema: unknown): StoredObject {
  return {
    projectId: "acme/support",
    objectId: "helpful",
    digest: "abc",
    createdAt: new Date(0),
    deletedAt: null,
    versionIndex: 0,
    isLatest: 1,
    kind: "object",
    baseObjectClass: "AnnotationSpec",
    leafObjectClass: "AnnotationSpec",
    val: { name: "Helpful", description: "Did it help?", field_schema: fieldSchema },
    wbUserId: null,
    tags: [],
    aliases: [],
  };
}

const OPTIONS = [
  { value: "good", help: "As a colleague would say it." },
  { value: "bad", help: "" },
];

const INPUTS: FieldInput[] = [
  { kind: "boolean" },
  { kind: "choice", options: OPTIONS },
  { kind: "choices", options: OPTIONS, min: 1, max: null },
  { kind: "integer", min: 1, max: 5 },
  { kind: "number", min: null, max: 1 },
  { kind: "text", maxLength: 200 },
  { kind: "json", schema: { type: "array", items: { type: "number" } } },
  {
    kind: "group",
    parts: [
      {
        name: "tone",
        label: "Tone",
        help: "How it sounds.",
        isRequired: true,
        input: { kind: "choice", options: OPTIONS },
      },
      { name: "why", label: "why", help: "", isRequired: false, input: { kind: "text", maxLength: null } },
    ],
  },
];

test.each(INPUTS)("a field of kind $kind survives being stored as a schema", (input) => {
  expect(fieldOf(spec(schemaOf(input)))?.input).toEqual(input);
});

test.each([
  {},
  { type: "object", properties: {} },
  { type: "array", items: { type: "number" } },
  { enum: [1, 2] },
  { enum: [] },
  { $ref: "#/$defs/x" },
])("the schema %j, which no control fits, is answered as JSON", (schema) => {
  expect(fieldOf(spec(schema))?.input).toEqual({ kind: "json", schema });
});

test("objects inside objects are asked part by part only so deep", () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? { type: "boolean" } : { type: "object", properties: { in: deep(levels - 1) } };
  expect(JSON.stringify(fieldOf(spec(deep(9)))?.input)).toContain('"kind":"json"');
  expect(JSON.stringify(fieldOf(spec(deep(2)))?.input)).toContain('"kind":"boolean"');
});

test("an object without a schema is no field", () => {
  expect(fieldOf({ ...spec(null), val: { name: "x" } })).toBeNull();
});

test("the reference of a field names its exact version", () => {
  const ref = fieldOf(spec({ type: "boolean" }))?.ref ?? "";
  expect(ref).toBe("weave:///acme/support/object/helpful:abc");
  expect(readObjectRef(ref)).toEqual({ objectId: "helpful", digest: "abc" });
});

test.each([
  ["Is it helpful?", "is-it-helpful"],
  ["  Größe & Ton  ", "gro-e-ton"],
  ["a_b.c", "a_b.c"],
  ["???", ""],
])("the name %j becomes the object name %j", (name, objectId) => {
  expect(objectIdFrom(name)).toBe(objectId);
});
