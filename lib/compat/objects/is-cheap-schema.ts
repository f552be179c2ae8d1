import { isDict } from "#lib/contract/fields.ts";

/** A schema that is longer takes a while to compile. */
const MAX_CHARACTERS = 10_000;

/** Each looks at a value once, however it was made. */
const CHEAP = new Set([
  ...["type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "required"],
  ...["enumNames", "enumDescriptions", "x-spans"],
  ...["$schema", "$comment", "title", "description", "default", "examples", "deprecated"],
]);
const OF_ONE = new Set(["items", "additionalProperties", "not"]);
const OF_MANY = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Whether compiling the schema and holding values against it costs next to nothing, which nearly all schemas of people do. */
export function isCheapSchema(schema: unknown, text: string): boolean {
  return text.length <= MAX_CHARACTERS && isCheap(schema);
}

function isCheap(schema: unknown): boolean {
  if (typeof schema === "boolean") return true;
  if (!isDict(schema)) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    if (CHEAP.has(keyword)) return true;
    if (OF_ONE.has(keyword)) return isCheap(value);
    if (OF_MANY.has(keyword)) return Array.isArray(value) && value.every(isCheap);
    return keyword === "properties" && isDict(value) && Object.values(value).every(isCheap);
  });
}
