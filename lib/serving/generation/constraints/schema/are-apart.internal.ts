import { canonical } from "./admits.internal.ts";
import { flatten } from "./flatten.internal.ts";
import type { Means } from "./means.internal.ts";
import {
  inner,
  isSchema,
  list,
  named,
  names,
  type Part,
  type Plain,
  TYPES,
  type Type,
  typesOf,
} from "./part.internal.ts";

/** Properties within properties that are looked at. */
const MAX_DEPTH = 3;

/** Whether it shows without trying that no value fits both parts: by type, by listed values, or by a property that both require. */
export function areApart(a: Part, b: Part, means: Means, depth = 0): boolean {
  const [one, other] = [flatten([a], means), flatten([b], means)];
  if (!one || !other) return true;
  means.spend(one.length + other.length);
  if (!shareType(one, other)) return true;
  const [values, others] = [listedValues(one), listedValues(other)];
  if (values && others) return ![...values].some((value) => others.has(value));
  if (depth >= MAX_DEPTH || !isObject(one) || !isObject(other)) return false;
  return [...required(one)].some(
    (name) =>
      forbids(other, name) ||
      (required(other).has(name) && propertyApart(one, other, { name, means, depth })),
  );
}

type Place = { readonly name: string; readonly means: Means; readonly depth: number };

function propertyApart(
  one: readonly Plain[],
  other: readonly Plain[],
  { name, means, depth }: Place,
): boolean {
  const [own, others] = [one, other].map((parts) =>
    parts.flatMap((part) => named(part, "properties").get(name) ?? []),
  );
  return (own ?? []).some((a) => (others ?? []).some((b) => areApart(a, b, means, depth + 1)));
}

function shareType(one: readonly Plain[], other: readonly Plain[]): boolean {
  const [own, others] = [kinds(one), kinds(other)];
  return own.some((type) => others.includes(type));
}

/** The types that all parts have, where whole numbers are numbers. */
function kinds(parts: readonly Plain[]): readonly Type[] {
  const all: readonly Type[][] = parts.map((part) =>
    typesOf(part).map((type) => (type === "integer" ? "number" : type)),
  );
  const [first, ...others] = all;
  return (first ?? TYPES).filter((type) => others.every((types) => types.includes(type)));
}

/** Null where none of the parts lists its values. */
function listedValues(parts: readonly Plain[]): Set<string> | null {
  for (const { schema, where } of parts) {
    if ("const" in schema) return new Set([canonical(schema.const)]);
    if ("enum" in schema) return new Set(list(schema.enum, `${where}.enum`).map(canonical));
  }
  return null;
}

function isObject(parts: readonly Plain[]): boolean {
  return kinds(parts).every((type) => type === "object");
}

function required(parts: readonly Plain[]): Set<string> {
  return new Set(parts.flatMap(({ schema, where }) => names(schema.required ?? [], `${where}.required`)));
}

function forbids(parts: readonly Plain[], name: string): boolean {
  return parts.some((part) => {
    const own = named(part, "properties").get(name);
    if (own) return own.schema === false;
    return inner(part, "additionalProperties")?.schema === false && !isSchema(part.schema.patternProperties);
  });
}
