import { UnsupportedSchema } from "./unsupported-schema.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** A schema, true and false among them, and where it stands. */
export type Part = { readonly schema: unknown; readonly where: string };
/** A schema that is an object. */
export type Plain = { readonly schema: Schema; readonly where: string };

export const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
export type Type = (typeof TYPES)[number];

const MAX_SHOWN_CHARS = 200;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parts of a keyword that maps names to schemas. */
export function named({ schema, where }: Plain, keyword: string): Map<string, Part> {
  const listed = schema[keyword] ?? {};
  if (!isSchema(listed)) throw wrong(`${where}.${keyword}`, listed, "an object of schemas");
  return new Map(
    Object.entries(listed).map(([name, one]) => [
      name,
      { schema: one, where: `${where}.${keyword}.${name}` },
    ]),
  );
}

/** The parts of a keyword that lists schemas. */
export function listed({ schema, where }: Plain, keyword: string): Part[] {
  return list(schema[keyword] ?? [], `${where}.${keyword}`).map((one, index) => ({
    schema: one,
    where: `${where}.${keyword}.${index}`,
  }));
}

/** The part of a keyword that holds one schema; null where it is missing. */
export function inner({ schema, where }: Plain, keyword: string): Part | null {
  return keyword in schema ? { schema: schema[keyword], where: `${where}.${keyword}` } : null;
}

export function typesOf({ schema, where }: Plain): readonly Type[] {
  const { type } = schema;
  if (type === undefined) return TYPES;
  return [...new Set(Array.isArray(type) ? type : [type])].map((name) => {
    const known = TYPES.find((candidate) => candidate === name);
    if (!known) throw wrong(`${where}.type`, name, `one of ${TYPES.join(", ")}, or a list of them`);
    return known;
  });
}

export function list(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(where, value, "a list");
}

export function names(value: unknown, where: string): string[] {
  return list(value, where).map((name) => {
    if (typeof name === "string") return name;
    throw wrong(where, name, "a list of names");
  });
}

/** A count of a keyword, or what holds without it. */
export function countOf({ schema, where }: Plain, keyword: string, without: number): number {
  const value = schema[keyword] ?? without;
  if (typeof value === "number" && (Number.isInteger(value) || value === without) && value >= 0) return value;
  throw wrong(`${where}.${keyword}`, value, "a whole number from 0");
}

/** A number of a keyword; null where it is missing. */
export function numberOf({ schema, where }: Plain, keyword: string): number | null {
  const value = schema[keyword];
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw wrong(`${where}.${keyword}`, value, "a number");
}

/** A text of a keyword; null where it is missing. */
export function textOf({ schema, where }: Plain, keyword: string): string | null {
  const value = schema[keyword];
  if (value === undefined || typeof value === "string") return value ?? null;
  throw wrong(`${where}.${keyword}`, value, "a text");
}

export function wrong(where: string, value: unknown, remedy: string): UnsupportedSchema {
  return new UnsupportedSchema(`${shown(where)} cannot be ${written(value)}; use ${remedy}`);
}

/** The refusal of a keyword that no grammar holds, with the reason. */
export function unheld(keyword: string, where: string, reason: string): UnsupportedSchema {
  return new UnsupportedSchema(
    `The keyword ${shown(keyword)} cannot be held in ${shown(where)}: ${reason}; leave it out or write it otherwise`,
  );
}

export function written(value: unknown): string {
  return shown(JSON.stringify(value) ?? String(value));
}

export function shown(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
