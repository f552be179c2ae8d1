import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";

export type FieldPlace = { path: string[]; schema: JsonSchema; required: boolean };

/** Each field that a schema names, in the objects and the first list elements that the input has. */
export function* fieldsOf(schema: JsonSchema, input: unknown, path: string[] = []): Generator<FieldPlace> {
  for (const [key, field] of Object.entries(withoutNull(schema).properties ?? {})) {
    const at = [...path, key];
    yield { path: at, schema: field, required: schema.required?.includes(key) ?? false };
    const inner = withoutNull(field);
    const value = valueAt(input, [key]);
    if (inner.properties && value !== undefined) yield* fieldsOf(inner, value, at);
    if (inner.items && Array.isArray(value) && value.length > 0)
      yield* fieldsOf(inner.items, value[0], [...at, "0"]);
  }
}

export function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = schema.anyOf?.filter(({ type }) => type !== "null");
  return rest?.length === 1 && rest[0] ? rest[0] : schema;
}

/** Whether a value of this kind may be right; where the schema is silent it may. */
export function mayFit(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => mayFit(one, value));
  if (schema.type === undefined) return true;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string") && schema.format === "date-time" && typeof value === "number") return true;
  return types.some((type) => FITS[type]?.(value) ?? true);
}

const FITS: Partial<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};
