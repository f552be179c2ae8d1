import { ceilAt, exact } from "../numbers/exact.internal.ts";
import { flatten } from "./flatten.internal.ts";
import { NO_PATTERN, NO_VALUES } from "./made-parts.internal.ts";
import type { Means } from "./means.internal.ts";
import {
  countOf,
  inner,
  isSchema,
  list,
  listed,
  named,
  names,
  numberOf,
  type Part,
  type Plain,
  type Type,
  textOf,
  typesOf,
  unheld,
} from "./part.internal.ts";

/** Whether a value fits all parts: for values that a schema lists, and for names of properties. */
export function admits(value: unknown, parts: readonly Part[], means: Means): boolean {
  const flat = flatten(parts, means);
  // A look at a value is short.
  means.spend((flat?.length ?? 1) / 10);
  return flat?.every((part) => fits(value, part, means)) ?? false;
}

function fits(value: unknown, part: Plain, means: Means): boolean {
  const { schema } = part;
  const holds = (one: Part) => admits(value, [one], means);
  if ("type" in schema && !typesOf(part).some((type) => isOfType(value, type))) return false;
  if ("const" in schema && !areEqual(schema.const, value)) return false;
  if ("enum" in schema && !list(schema.enum, part.where).some((one) => areEqual(one, value))) return false;
  const excluded: unknown = Reflect.get(schema, NO_VALUES);
  if (Array.isArray(excluded) && excluded.some((one) => areEqual(one, value))) return false;
  if ("anyOf" in schema && !listed(part, "anyOf").some(holds)) return false;
  if ("oneOf" in schema && listed(part, "oneOf").filter(holds).length !== 1) return false;
  const negated = inner(part, "not");
  if (negated && holds(negated)) return false;
  const condition = inner(part, "if");
  const consequence = condition && inner(part, holds(condition) ? "then" : "else");
  if (consequence && !holds(consequence)) return false;
  if (typeof value === "string") return fitsText(value, part, means);
  if (typeof value === "number") return fitsNumber(value, part);
  if (Array.isArray(value)) return fitsItems(value, part, means);
  return !isSchema(value) || fitsMembers(value, part, means);
}

function fitsText(value: string, part: Plain, means: Means): boolean {
  const length = Array.from(value).length;
  if (length < countOf(part, "minLength", 0)) return false;
  if (length > countOf(part, "maxLength", Number.POSITIVE_INFINITY)) return false;
  const pattern = textOf(part, "pattern");
  if (pattern !== null && !means.matches(pattern, value, part)) return false;
  const opposite: unknown = Reflect.get(part.schema, NO_PATTERN);
  if (typeof opposite === "string" && means.matches(opposite, value, part)) return false;
  const format = textOf(part, "format");
  return format === null || means.isOfFormat(format, value, part);
}

function fitsNumber(value: number, part: Plain): boolean {
  const [min, max] = [numberOf(part, "minimum"), numberOf(part, "maximum")];
  const [above, below] = [numberOf(part, "exclusiveMinimum"), numberOf(part, "exclusiveMaximum")];
  if ((min !== null && value < min) || (max !== null && value > max)) return false;
  if ((above !== null && value <= above) || (below !== null && value >= below)) return false;
  const divisor = numberOf(part, "multipleOf");
  if (divisor === null) return true;
  const [own, step] = [exact(value), exact(divisor)];
  const scale = Math.max(own.scale, step.scale);
  return ceilAt(step, scale) !== 0n && ceilAt(own, scale) % ceilAt(step, scale) === 0n;
}

function fitsItems(value: readonly unknown[], part: Plain, means: Means): boolean {
  const { schema, where } = part;
  if (value.length < countOf(part, "minItems", 0)) return false;
  if (value.length > countOf(part, "maxItems", Number.POSITIVE_INFINITY)) return false;
  if ("contains" in schema || schema.uniqueItems === true)
    throw unheld("contains" in schema ? "contains" : "uniqueItems", where, "it appears with listed lists");
  const prefix = Array.isArray(schema.items) ? listed(part, "items") : listed(part, "prefixItems");
  const rest = inner(part, Array.isArray(schema.items) ? "additionalItems" : "items");
  return value.every((item, index) => {
    const own = prefix[index] ?? rest;
    return !own || admits(item, [own], means);
  });
}

function fitsMembers(value: Readonly<Record<string, unknown>>, part: Plain, means: Means): boolean {
  const { schema, where } = part;
  const keys = Object.keys(value);
  if (keys.length < countOf(part, "minProperties", 0)) return false;
  if (keys.length > countOf(part, "maxProperties", Number.POSITIVE_INFINITY)) return false;
  if (!names(schema.required ?? [], `${where}.required`).every((name) => Object.hasOwn(value, name)))
    return false;
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"])
    if (keyword in schema) throw unheld(keyword, where, "it appears with listed objects");
  const own = named(part, "properties");
  const patterns = named(part, "patternProperties");
  const rest = inner(part, "additionalProperties");
  const keysRule = inner(part, "propertyNames");
  return keys.every((key) => {
    if (keysRule && !admits(key, [keysRule], means)) return false;
    const schemas = [
      own.get(key),
      ...Array.from(patterns, ([pattern, one]) => (means.matches(pattern, key, part) ? one : undefined)),
    ].filter((one) => one !== undefined);
    const all = schemas.length > 0 || !rest ? schemas : [rest];
    return admits(value[key], all, means);
  });
}

function isOfType(value: unknown, type: Type): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isSchema(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** As JSON: the order of keys says nothing. */
export function areEqual(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** A text that is the same for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isSchema(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
