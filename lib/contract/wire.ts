import { type Fault, fault, type Payload } from "./fault.ts";
import * as z from "./zod.ts";

/**
 * The one mapping between the wire (snake_case JSON) and the code (camelCase). Only declared keys are renamed and only declared
 * keys leave, so callers' payloads keep their keys and a reply schema is an allow-list.
 */
export function wireObject<S extends Shape>(shape: S, options: WireObjectOptions = {}): WireSchema<S> {
  const fields = Object.keys(shape).map((key) => ({ key, wire: snakeCase(key) }));
  const declared = Object.fromEntries(fields.map(({ key, wire }) => [wire, shape[key] as z.Schema]));
  const object = options.isClosed === true ? z.strictObject(declared) : z.object(declared);
  const renamed = z.codec(object, z.custom<Json>(), {
    decode: (wire) => renameKeys(wire as Json, fields),
    encode: (domain) => renameKeys(domain, fields.map(inverse)),
  });
  const schema = options.aliases ? withAliases(renamed, options.aliases) : renamed;
  // The codec's own type cannot say that keys are renamed; the mapped type can.
  return schema as unknown as WireSchema<S>;
}

/** As `wireObject`, of which a field that is not declared is refused, and whose fields must fit together as `checks` say. */
export function closedObject<S extends Shape>(
  shape: S,
  ...checks: z.core.$ZodCheck<z.output<WireSchema<S>>>[]
): WireSchema<S> {
  return wireObject(shape, { isClosed: true }).check(...checks) as WireSchema<S>;
}

/** An object of one of several kinds, which its field `kind` (or `by`) names; what is wrong with it is what that kind says. */
export function oneOfKinds<T>(kinds: Readonly<Record<string, z.Schema<T>>>, by = "kind"): z.Schema<T> {
  const codec = z.codec(z.unknown(), z.custom<T>(), {
    decode: (wire, payload) => {
      if (wire === undefined) return refuse(payload, { type: "missing" });
      if (typeof wire !== "object" || wire === null || Array.isArray(wire))
        return refuse(payload, { type: "model_attributes_type" });
      const kind = (wire as Json)[by];
      const schema = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      if (!schema) {
        const type = kind === undefined ? "missing" : "literal_error";
        return refuse(payload, { type, expected: Object.keys(kinds), path: [by] });
      }
      const read = z.safeDecode(schema, wire);
      if (read.success) return read.data;
      // A finished issue is a raw one with its message, which its type does not say.
      for (const issue of read.error.issues)
        payload.issues.push({ ...issue, input: wire } as z.core.$ZodRawIssue);
      return z.NEVER;
    },
    encode: (value) => {
      const schema = kinds[String((value as Json)[by])];
      return schema ? z.encode(schema, value) : value;
    },
  });
  schemasOfKinds.set(codec, Object.values(kinds));
  return codec;
}

function refuse(payload: Payload, what: Fault): never {
  fault(payload, what);
  return z.NEVER;
}

/** What the kinds of such an object are, for generators of documents. */
export const schemasOfKinds = new WeakMap<z.Schema, readonly z.Schema[]>();

/** What stands under a codec of second spellings, for generators of documents that cannot look through it. */
export const schemaUnderAliases = new WeakMap<
  z.Schema,
  { schema: z.Schema; aliases: Record<string, string> }
>();

/** Optional on the wire, where an explicit null says the same as leaving it out. */
export function maybe<T>(schema: z.Schema<T>): z.Schema<T | undefined> {
  return z.codec(z.nullish(schema), z.custom<T | undefined>(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value,
  });
}

/** As `maybe`, with the value that stands for an absent one. */
export function withDefault<T>(schema: z.Schema<T>, value: T): z.Schema<T> {
  return z.codec(z.nullish(schema), z.custom<T>(), {
    decode: (given) => given ?? value,
    encode: (given) => given,
  });
}

export type WireObjectOptions = {
  /** Second spellings by wire name: either is read, both are written, and two different values are a fault. */
  aliases?: Record<string, string>;
  /** Keys that are not declared are refused and not ignored. */
  isClosed?: boolean;
};

type Json = Record<string, unknown>;
export type Shape = Record<string, z.Schema>;
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends z.output<S[K]> ? K : never;
}[keyof S];
type Domain<S extends Shape> = { [K in Exclude<keyof S, OptionalKeys<S>>]: z.output<S[K]> } & {
  [K in OptionalKeys<S>]?: z.output<S[K]>;
};
type Flat<T> = { [K in keyof T]: T[K] };
export type WireSchema<S extends Shape> = z.Schema<Flat<Domain<S>>, unknown>;

/** `queueId` is `queue_id`; digits stay glued to the word before them (`p50TurnDurationMs` is `p50_turn_duration_ms`). */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Field = { key: string; wire: string };

function inverse({ key, wire }: Field): Field {
  return { key: wire, wire: key };
}

/** Moves each field from `wire` to `key`; what no field names is dropped. */
function renameKeys(from: Json, fields: Field[]): Json {
  const to: Json = {};
  for (const { key, wire } of fields) if (from[wire] !== undefined) to[key] = from[wire];
  return to;
}

function withAliases(schema: z.Schema, aliases: Record<string, string>): z.Schema {
  const pairs = Object.entries(aliases);
  const codec = z.codec(z.unknown(), schema, {
    decode: (wire, payload) => foldAliases(wire, pairs, payload),
    encode: (wire) => {
      const out = { ...(wire as Json) };
      for (const [name, alias] of pairs) if (out[name] !== undefined) out[alias] = out[name];
      return out;
    },
  });
  schemaUnderAliases.set(codec, { schema, aliases });
  return codec;
}

function foldAliases(wire: unknown, pairs: [string, string][], payload: Payload): unknown {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) return wire;
  const folded: Json = { ...wire };
  for (const [name, alias] of pairs) {
    const second = folded[alias];
    if (second === undefined || second === null) continue;
    const first = folded[name] ?? second;
    if (JSON.stringify(first) !== JSON.stringify(second))
      fault(payload, {
        type: "value_error",
        text: `${name} and ${alias} are two names of one field but differ`,
        path: [alias],
      });
    folded[name] = first;
  }
  return folded;
}
