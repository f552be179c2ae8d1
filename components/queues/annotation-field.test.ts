import { expect, test } from "vitest";
import type { StoredObject } from "#lib/contract/objects.ts";
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

const INPUTS: FieldInput[] = [
  { kind: "boolean" },
  { kind: "choice", options: ["good", "bad"] },
  { kind: "integer", min: 1, max: 5 },
  { kind: "number", min: null, max: 1 },
  { kind: "text", maxLength: 200 },
];

test.each(INPUTS)("a field of kind $kind survives being stored as a schema", (input) => {
  expect(fieldOf(spec(schemaOf(input)))?.input).toEqual(input);
});

test("a schema that no control fits is answered as JSON", () => {
  expect(fieldOf(spec({ type: "object", properties: {} }))?.input).toEqual({ kind: "json" });
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
