import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { core } from "zod/mini";
import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";
import type { Schema } from "#lib/contract/zod.ts";
import { ALL_ENDPOINTS } from "./all.ts";
import { SchemaNames } from "./name-schemas.internal.ts";
import { namedSchemas } from "./named-schemas.ts";
import { openApiDocument } from "./openapi.ts";

const document = openApiDocument(ALL_ENDPOINTS);
const { schemas } = document.components;

const asText = (schema: JsonSchema) => JSON.stringify(schema);

test("whatever the contract exports as a shape has a name in documents", async () => {
  const named = new Set(namedSchemas().map(({ schema }) => asText(schema)));
  const missing: string[] = [];
  for (const file of globSync("lib/contract/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") })) {
    const exported: Record<string, unknown> = await import(path.resolve(file));
    for (const [name, value] of Object.entries(exported))
      if (/^[A-Z][a-z]/.test(name) && value instanceof core.$ZodType)
        if (!named.has(asText(wireSchemaOf(value as Schema)))) missing.push(`${file}: ${name}`);
  }
  expect(missing, "give them a line in schema-names.ts").toEqual([]);
});

test("every name that was given stands in the document", () => {
  expect(namedSchemas().filter(({ name }) => !(name in schemas))).toEqual([]);
});

test("a body is a reference to its name, and so is each object and each choice of words inside", () => {
  const inline = JSON.stringify(document.paths).match(/"schema":\{[^}]*"properties"/g) ?? [];
  // What a stream of events is, is said around the name of its data.
  expect(inline).toEqual([]);
  for (const [name, schema] of Object.entries(schemas)) {
    if (["ValidationError", "HTTPValidationError", "Error", "ProjectError"].includes(name)) continue;
    const inside = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])].flatMap(partsOf);
    const unnamed = inside.filter(({ properties, enum: words }) => properties || (words && words.length > 1));
    expect(unnamed, name).toEqual([]);
  }
});

test("operations take and answer what their names say", () => {
  const bodyOf = (where: string) =>
    document.paths[where]?.post?.requestBody?.content["application/json"]?.schema;
  const replyOf = (where: string) =>
    Object.values(document.paths[where]?.post?.responses["200"]?.content ?? {})[0];
  expect(bodyOf("/v1/chat/completions")).toEqual({ $ref: "#/components/schemas/ChatCompletionRequest" });
  expect(replyOf("/v1/chat/completions")?.schema).toEqual({
    $ref: "#/components/schemas/ChatCompletionResponse",
  });
  expect(schemas.ChatCompletionResponse?.properties?.choices?.items).toEqual({
    $ref: "#/components/schemas/ChatChoice",
  });
  expect(bodyOf("/threads/stream_query")).toEqual({ $ref: "#/components/schemas/QueryThreadsRequest" });
  expect(replyOf("/threads/stream_query")?.schema).toEqual({ $ref: "#/components/schemas/Thread" });
});

test("elements that are checked one by one are shown all the same", () => {
  const elementOf = (name: string) => schemas[name]?.properties?.batch?.items;
  expect(elementOf("CompleteCallsRequest")).toEqual({ $ref: "#/components/schemas/CompleteCall" });
  expect(elementOf("UpsertCallBatchRequest")?.anyOf).toEqual([
    { $ref: "#/components/schemas/StartInBatch" },
    { $ref: "#/components/schemas/EndInBatch" },
  ]);
});

test("two shapes under one name are refused, and the same shape twice is one", () => {
  const names = new SchemaNames({ Taken: { type: "object" } });
  const one: JsonSchema = { type: "object", properties: { a: { type: "string" } } };
  expect(names.refer(one, "Place")).toEqual({ $ref: "#/components/schemas/Place" });
  expect(names.refer({ ...one, description: "Why" }, "Place")).toEqual({
    $ref: "#/components/schemas/Place",
    description: "Why",
  });
  expect(() => names.refer({ ...one, required: ["a"] }, "Place")).toThrow(
    /Two schemas would be called Place/,
  );
  expect(() => names.refer(one, "Taken")).toThrow(/Two schemas would be called Taken/);
});

function partsOf(schema: JsonSchema): JsonSchema[] {
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((one) => one !== undefined);
  return [schema, ...inner.flatMap(partsOf)];
}
