import { isSchema, type Schema } from "./part.internal.ts";

const ONE = new Set([
  "items",
  "additionalItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
]);
const LISTS = new Set(["items", "prefixItems", "allOf", "anyOf", "oneOf"]);
const MAPS = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);

/** The schema with each schema that it holds changed; what it holds as a value stays. */
export function withInner(schema: Schema, change: (inner: unknown) => unknown): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(change)];
      if (MAPS.has(keyword) && isSchema(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]))];
      return [keyword, ONE.has(keyword) ? change(value) : value];
    }),
  );
}
