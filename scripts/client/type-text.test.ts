import { expect, test } from "vitest";
import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { typeText } from "./type-text.ts";

const TEXT: JsonSchema = { type: "string" };

test.each<[JsonSchema, string]>([
  [{ type: "integer" }, "number"],
  [{}, "unknown"],
  [{ type: "string", enum: ["a", "b's"] }, '"a" | "b\'s"'],
  [{ type: ["number", "null"] }, "number | null"],
  [{ anyOf: [TEXT, { type: "null" }, TEXT] }, "string | null"],
  [{ type: "array", items: TEXT }, "string[]"],
  [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "object" }, "Record<string, never>"],
  [{ type: "object", additionalProperties: { type: "number" } }, "{\n  [field: string]: number;\n}"],
  [
    { type: "object", required: ["a"], properties: { a: TEXT, "b-c": { ...TEXT, description: "Why" } } },
    '{\n  a: string;\n  /** Why */\n  "b-c"?: string;\n}',
  ],
])("the schema %j is the type %j", (schema, type) => {
  expect(typeText(schema)).toBe(type);
});

test("fields beside named ones hold anything, since an index must fit the named ones too", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { a: TEXT },
    additionalProperties: { type: "number" },
  };
  expect(typeText(schema)).toBe("{\n  a?: string;\n  [field: string]: unknown;\n}");
});

test("a named schema is written by its name, however deep it is nested", () => {
  const names = new Map([[JSON.stringify(TEXT), "Word"]]);
  expect(
    typeText({ type: "object", required: ["w"], properties: { w: { type: "array", items: TEXT } } }, names),
  ).toBe("{\n  w: Word[];\n}");
});
