import { type Fault, fault, refuseUnless } from "./fault.ts";
import { readInstant } from "./instant.internal.ts";
import { isStorableText, UNSTORABLE } from "./storable.ts";
import * as z from "./zod.ts";

/** Free text; it may hold any character. */
export function text(bounds: { min?: number; max?: number } = {}): z.Schema<string> {
  return z.string().check(...lengthWithin(bounds));
}

function lengthWithin({ min, max }: { min?: number; max?: number }) {
  return [...(min === undefined ? [] : [z.minLength(min)]), ...(max === undefined ? [] : [z.maxLength(max)])];
}

/** An id, name, reference or tag: bounded, and without NUL or lone surrogates, which PostgreSQL's text cannot keep. */
export function identifier(max = 255): z.Schema<string> {
  return storable(text({ min: 1, max }));
}

/** A name or description that people type: storable, and possibly empty. */
export function label(max = 512): z.Schema<string> {
  return storable(text({ max }));
}

/** Refuses texts that PostgreSQL cannot keep. */
export function storable(schema: z.Schema<string>): z.Schema<string> {
  return schema.check(refuseUnless(isStorableText, UNSTORABLE));
}

const PROJECT_ID = /^[^/\s]+\/[^/\s]+$/;

/** `<entity>/<project>` */
export const projectId: z.Schema<string> = storable(text({ max: 257 }).check(z.regex(PROJECT_ID)));

/** A whole number; strings of digits and floats without fraction are read too, booleans never. */
export function integer({ min, max }: { min?: number; max?: number } = {}): z.Schema<number> {
  const schema = {
    type: "integer",
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  };
  return field(
    (value) => readInteger(value, min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER),
    schema,
  );
}

/** A finite number; strings are refused. */
export const finiteNumber: z.Schema<number> = field<number>(
  (value) => {
    if (typeof value === "string") return { type: "float_parsing" };
    if (typeof value !== "number") return { type: "float_type" };
    return Number.isFinite(value) ? { ok: value } : { type: "finite_number" };
  },
  { type: "number" },
);

/** A boolean, also as `true` and `false` in a query string. */
export const bool: z.Schema<boolean> = field<boolean>(
  (value) => {
    if (typeof value === "boolean") return { ok: value };
    if (value === "true" || value === "false") return { ok: value === "true" };
    return { type: typeof value === "string" ? "bool_parsing" : "bool_type" };
  },
  { type: "boolean" },
);

/** A JSON object of the caller's, kept by reference so that no key is lost, `__proto__` included. */
export const dict: z.Schema<Record<string, unknown>> = field<Record<string, unknown>>(
  (value) => (isDict(value) ? { ok: value } : { type: "dict_type" }),
  { type: "object", additionalProperties: true },
);

/** Any JSON value of the caller's. */
export const anyJson: z.Schema<unknown> = z.unknown();

/** The content of a file. */
export const bytes: z.Schema<unknown> = shownAs({ type: "string", format: "binary" }, z.unknown());

/** A map from storable keys to values of one kind. */
export function dictOf<T>(value: z.Schema<T>, maxKeys = 1000): z.Schema<Record<string, T>> {
  return z.codec(present({ type: "object", additionalProperties: true }), z.custom<Record<string, T>>(), {
    decode: (map, payload) => {
      const entries: [string, T][] = [];
      for (const read of readEntries(map, value, maxKeys))
        if ("entry" in read) entries.push(read.entry);
        else if ("fault" in read) fault(payload, read.fault);
        else payload.issues.push(read.issue);
      // Made from entries, so that a key such as `__proto__` stays a key.
      return Object.fromEntries(entries);
    },
    encode: (map) =>
      Object.fromEntries(Object.entries(map).map(([key, element]) => [key, z.encode(value, element)])),
  });
}

export function list<T>(element: z.Schema<T>, bounds: { min?: number; max?: number } = {}): z.Schema<T[]> {
  return z.array(element).check(...lengthWithin(bounds));
}

/**
 * A list whose elements the verb reads one by one, so that a wrong one has an error of its own and the others are taken. Documents say that they
 * are one of `elements`.
 */
export function listReadByVerb(...elements: z.Schema[]): z.Schema<unknown[]> {
  const schema = list(anyJson);
  elementsReadByVerb.set(schema, elements);
  return schema;
}

/** What the elements of such a list are, for generators of documents. */
export const elementsReadByVerb = new WeakMap<z.Schema, readonly z.Schema[]>();

/** One of a fixed set, refused as `literal_error`. */
export function oneOf<const T extends string>(values: readonly T[]): z.Schema<T> {
  return choice(values, "literal_error");
}

/** One of a fixed set, refused as `enum`. */
export function enumeration<const T extends string>(values: readonly T[]): z.Schema<T> {
  return choice(values, "enum");
}

/** A point in time: ISO 8601 in UTC on both sides, to the microsecond; input without zone is UTC. */
export const instant: z.Schema<string> = field(
  readInstant,
  { type: "string", format: "date-time" },
  // PostgreSQL writes six digits; three are enough where the last three say nothing.
  (value) => value.replace(/(\.\d{3})000Z$/, "$1Z"),
);

/** A time that the service wrote: a `Date` in the code, ISO 8601 in UTC on the wire. */
export const timestamp: z.Schema<Date> = z.codec(
  shownAs({ type: "string", format: "date-time" }, z.string()),
  z.custom<Date>(),
  { decode: (value) => new Date(value), encode: (value) => value.toISOString() },
);

export function isDict(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Any value that is there, for a codec that reads it by hand; `jsonSchema` says what it takes. */
export function present(jsonSchema: JsonSchemaText): z.Schema<unknown> {
  const given = z.custom<unknown>((value) => value !== undefined, { params: { fault: { type: "missing" } } });
  return shownAs(jsonSchema, given);
}

/** `schema`, of which documents say `jsonSchema` in place of what they would find. */
export function shownAs<S extends z.Schema>(jsonSchema: JsonSchemaText, schema: S): S {
  z.globalRegistry.add(schema, { override: jsonSchema });
  return schema;
}

type JsonSchemaText = Readonly<Record<string, unknown>>;

/** A schema that reads one value by hand: `read` gives the value or what is wrong. Writing gives it back unchanged. */
function field<T>(
  read: (value: unknown) => { ok: T } | Fault,
  jsonSchema: Record<string, unknown>,
  write: (value: T) => unknown = (value) => value,
): z.Schema<T> {
  return z.codec(present(jsonSchema), z.custom<T>(), {
    decode: (value, payload) => {
      const result = read(value);
      if ("ok" in result) return result.ok;
      fault(payload, result);
      return z.NEVER;
    },
    encode: write,
  });
}

function choice<T extends string>(values: readonly T[], type: "literal_error" | "enum"): z.Schema<T> {
  return field<T>(
    (value) => {
      const ok = values.find((known) => known === value);
      return ok === undefined ? { type, expected: values } : { ok };
    },
    { type: "string", enum: [...values] },
  );
}

function readInteger(value: unknown, min: number, max: number): { ok: number } | Fault {
  const read = typeof value === "string" ? readDigits(value) : wholeNumber(value);
  if (!("ok" in read)) return read;
  if (read.ok < min) return { type: "greater_than_equal", bound: min };
  return read.ok > max ? { type: "less_than_equal", bound: max } : read;
}

function readDigits(value: string): { ok: number } | Fault {
  if (!/^-?\d+$/.test(value)) return { type: "int_parsing" };
  return value.length > 4300 ? { type: "int_parsing_size" } : { ok: Number(value) };
}

function wholeNumber(value: unknown): { ok: number } | Fault {
  if (typeof value !== "number") return { type: "int_type" };
  if (!Number.isFinite(value)) return { type: "finite_number" };
  return Number.isInteger(value) ? { ok: value } : { type: "int_from_float" };
}

type ReadEntry<T> = { entry: [string, T] } | { fault: Fault } | { issue: z.core.$ZodRawIssue };

/** Each entry of a map as it was read, or what is wrong with it. */
function* readEntries<T>(given: unknown, value: z.Schema<T>, maxKeys: number): Generator<ReadEntry<T>> {
  if (!isDict(given)) return yield { fault: { type: "dict_type" } };
  const keys = Object.keys(given);
  if (keys.length > maxKeys)
    return yield { fault: { type: "dict_too_long", bound: maxKeys, actual: keys.length } };
  for (const key of keys) {
    if (!isStorableText(key)) yield { fault: { ...UNSTORABLE, path: [key] } };
    const read = z.safeDecode(value, given[key]);
    if (read.success) yield { entry: [key, read.data] };
    else for (const issue of read.error.issues) yield { issue: below(key, issue, given[key]) };
  }
}

/** An issue of an element as one of the map; a finished issue is a raw one with its message, which its type does not say. */
function below(key: string, issue: z.core.$ZodIssue, input: unknown): z.core.$ZodRawIssue {
  return { ...issue, input, path: [key, ...issue.path] } as z.core.$ZodRawIssue;
}
