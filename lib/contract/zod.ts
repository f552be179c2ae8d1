import * as core from "zod/v4/core";

/**
 * `zod/mini`, cut down to what the contract takes of it and made of the same core. Every page loads this, and Turbopack would not cut it: one
 * use of a namespace by a computed name, anywhere in a module, keeps all that the namespace holds.
 */
export type Schema<Output = unknown, Input = unknown> = core.$ZodType<Output, Input> & {
  check(...checks: core.$ZodCheck<Output>[]): Schema<Output, Input>;
};

export type { output } from "zod/v4/core";
export type { core };

export const NEVER = core.NEVER;
export const decode = core.decode;
export const encode = core.encode;
export const globalRegistry = core.globalRegistry;
export const safeDecode = core.safeDecode;

export function string(): Schema<string> {
  return schemaOf(new core.$ZodString({ type: "string" }));
}

export function unknown(): Schema {
  return schemaOf(new core.$ZodUnknown({ type: "unknown" }));
}

export function array<T>(element: Schema<T>): Schema<T[]> {
  return schemaOf(new core.$ZodArray({ type: "array", element }));
}

export function object<S extends Record<string, Schema>>(shape: S): Schema<core.output<core.$ZodObject<S>>> {
  return schemaOf(new core.$ZodObject({ type: "object", shape }));
}

/** As `object`, of which a key that the shape does not have is refused. */
export function strictObject<S extends Record<string, Schema>>(
  shape: S,
): Schema<core.output<core.$ZodObject<S>>> {
  const catchall = new core.$ZodNever({ type: "never" });
  return schemaOf(new core.$ZodObject({ type: "object", shape, catchall }));
}

export function optional<T>(innerType: Schema<T>): Schema<T | undefined> {
  return schemaOf(new core.$ZodOptional({ type: "optional", innerType }));
}

export function nullable<T>(innerType: Schema<T>): Schema<T | null> {
  return schemaOf(new core.$ZodNullable({ type: "nullable", innerType }));
}

export function nullish<T>(innerType: Schema<T>): Schema<T | null | undefined> {
  return optional(nullable(innerType));
}

/** Reads what `of` reads and then `decode` turns into what `into` takes; `encode` is the way back. */
export function codec<Wire, T>(of: Schema<Wire>, into: Schema<T>, ways: Ways<Wire, T>): Schema<T> {
  const { decode: transform, encode: reverseTransform } = ways;
  // zod hands each of the two what the schema before it gave.
  const def = { type: "pipe", in: of, out: into, transform, reverseTransform } as core.$ZodCodecDef;
  return schemaOf(new core.$ZodCodec(def));
}

type Ways<Wire, T> = {
  decode: (wire: Wire, payload: core.ParsePayload<Wire>) => T;
  encode: (value: T) => unknown;
};

/** Takes whatever `holds` of. */
export function custom<T>(holds: (value: unknown) => boolean = () => true, params?: Params): Schema<T> {
  return schemaOf(
    new core.$ZodCustom({ type: "custom", check: "custom", fn: holds, abort: true, ...params }),
  );
}

export function refine<T>(holds: (value: T) => boolean, params?: Params): core.$ZodCheck<T> {
  // The check is asked about values of its schema alone.
  const fn = holds as (value: unknown) => boolean;
  return new core.$ZodCustom({ type: "custom", check: "custom", fn, ...params });
}

/** A check that records by itself what is wrong, where that depends on the value. */
export function inspect<T>(look: (payload: core.ParsePayload<T>) => void): core.$ZodCheck<T> {
  const made: core.$ZodCheck<T> = new core.$ZodCheck({ check: "custom" });
  made._zod.check = look;
  return made;
}

type Params = { params: Record<string, unknown>; path?: PropertyKey[] };

export function minLength(minimum: number): core.$ZodCheck<core.util.HasLength> {
  return new core.$ZodCheckMinLength({ check: "min_length", minimum });
}

export function maxLength(maximum: number): core.$ZodCheck<core.util.HasLength> {
  return new core.$ZodCheckMaxLength({ check: "max_length", maximum });
}

export function regex(pattern: RegExp): core.$ZodCheck<string> {
  return new core.$ZodCheckRegex({ check: "string_format", format: "regex", pattern });
}

/** Gives a schema of the core its one method; what it reads the core's types do not say, and the function above each call does. */
function schemaOf<T>(made: core.$ZodType): Schema<T> {
  const check = (...checks: core.$ZodCheck<T>[]) => {
    const def = { ...made._zod.def, checks: [...(made._zod.def.checks ?? []), ...checks] };
    return schemaOf<T>(core.clone(made, def, { parent: true }));
  };
  return Object.assign(made, { check }) as Schema<T>;
}
