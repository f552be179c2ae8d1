import type { JsonSchema } from "#lib/contract/wire-schema.ts";

export type FieldRow = { path: string; kind: string; rules: string; required: boolean };

/**
 * One row for each field, in order, the fields of nested objects after their own; `[]` marks the elements of a list. What alternatives
 * have in common stands once.
 */
export function fieldRows(schema: JsonSchema): FieldRow[] {
  return [...new Map(rowsOf(schema, "").map((row) => [JSON.stringify(row), row])).values()];
}

function rowsOf(schema: JsonSchema, prefix: string): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const { schema: inner, isNullable } = withoutNull(field);
    const row: FieldRow = {
      path,
      kind: kindOf(inner) + (isNullable && isRequired(schema, name) ? " or null" : ""),
      rules: rulesOf(inner, field.description),
      required: isRequired(schema, name),
    };
    const element = inner.shownItems ?? inner.items;
    const elements = element ? alternatives(withoutNull(element).schema) : [];
    return [row, ...rowsOf(inner, `${path}.`), ...elements.flatMap((one) => rowsOf(one, `${path}[].`))];
  });
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? [schema];
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}

function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    return { schema: { ...schema, type: types }, isNullable: types.length < schema.type.length };
  }
  const choices = schema.anyOf?.filter(({ type }) => type !== "null");
  if (!choices) return { schema, isNullable: false };
  const [only] = choices;
  const rest = choices.length === 1 && only ? only : { ...schema, anyOf: choices };
  return { schema: rest, isNullable: choices.length < (schema.anyOf?.length ?? 0) };
}

function kindOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(" or ");
  if (schema.items) return `list of ${plural(kindOf(withoutNull(schema.items).schema))}`;
  if (schema.format === "date-time") return "time";
  const types = [schema.type ?? []].flat();
  return types.length > 0 ? types.join(" or ") : "any JSON";
}

function plural(kind: string): string {
  return kind === "any JSON" || / /.test(kind) ? kind : `${kind}s`;
}

function rulesOf(schema: JsonSchema, description = schema.description): string {
  const rules = [
    description,
    schema.enum ? `one of ${schema.enum.map(String).join(", ")}` : undefined,
    rangeOf(schema.minimum, schema.maximum, ""),
    rangeOf(schema.minLength, schema.maxLength, " characters"),
    rangeOf(schema.minItems, schema.maxItems, " elements"),
    schema.pattern ? `matches \`${schema.pattern.replaceAll("\\/", "/")}\`` : undefined,
  ];
  return rules.filter((rule) => rule !== undefined).join("; ");
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const from = min === undefined ? undefined : min.toLocaleString("en");
  const to = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max.toLocaleString("en");
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (to !== undefined) return `at most ${to}${unit}`;
  return from !== undefined && min !== Number.MIN_SAFE_INTEGER ? `at least ${from}${unit}` : undefined;
}
