import type { JsonSchema } from "#lib/contract/wire-schema.ts";

/** Names of types by the JSON of the schemas that they stand for. */
export type TypeNames = ReadonlyMap<string, string>;

/** A schema as a TypeScript type, on as many lines as it takes. */
export function typeText(schema: JsonSchema, names: TypeNames = new Map()): string {
  const known = names.get(JSON.stringify(schema));
  if (known !== undefined) return known;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ") || "never";
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeText(one, names)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeText({ ...schema, type }, names)));
  return ofOneType(schema, names);
}

function ofOneType(schema: JsonSchema, names: TypeNames): string {
  switch (schema.type) {
    case "string":
      return schema.format === "binary" ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return arrayOf(typeText(schema.shownItems ?? schema.items ?? {}, names));
    case "object":
      return objectText(schema, names);
    default:
      return "unknown";
  }
}

function arrayOf(element: string): string {
  return element.includes(" | ") && !element.startsWith("{") ? `(${element})[]` : `${element}[]`;
}

function objectText({ properties = {}, required = [], ...schema }: JsonSchema, names: TypeNames): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${commentOf(field)}${propertyName(name)}${mark}: ${typeText(field, names)};`;
  });
  const more = othersOf(schema.additionalProperties, { isEmpty: fields.length === 0, names });
  const lines = more === null ? fields : [...fields, more];
  return lines.length === 0 ? "Record<string, never>" : `{\n${indent(lines.join("\n"))}\n}`;
}

/** What fields without a name of their own hold; an index signature must fit the named ones as well. */
function othersOf(
  others: JsonSchema["additionalProperties"],
  { isEmpty, names }: { isEmpty: boolean; names: TypeNames },
): string | null {
  if (others === undefined || others === false) return null;
  const type = isEmpty && others !== true ? typeText(others, names) : "unknown";
  return `[field: string]: ${type};`;
}

function commentOf({ description }: JsonSchema): string {
  return description === undefined ? "" : `/** ${description} */\n`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
