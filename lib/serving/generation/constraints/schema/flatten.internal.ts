import type { MadeParts } from "./made-parts.internal.ts";
import { isSchema, listed, type Part, type Plain, shown, unheld, written } from "./part.internal.ts";
import type { References } from "./references.internal.ts";
import { UnsupportedSchema } from "./unsupported-schema.ts";

/** Keywords of the standard that no part of this holds. */
const UNHELD = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "unevaluatedProperties"];

/** Deeper ones would overflow the stack of what walks them. */
export const MAX_NESTED = 200;

export function tooDeep(where: string): UnsupportedSchema {
  return new UnsupportedSchema(
    `More than ${MAX_NESTED} schemas are nested or refer to one another, the last of them ${shown(where)}; make the schema flatter`,
  );
}

type Means = { readonly references: References; readonly made: MadeParts };

/** The parts with what they refer to and all that has to hold beside it, each once; null where one of them is false. */
export function flatten(parts: readonly Part[], means: Means): Plain[] | null {
  const found = new Map<object, Plain>();
  const isPossible = parts.every((part) => add(part, { ...means, found, within: new Set() }));
  return isPossible ? [...found.values()] : null;
}

type Adding = Means & {
  readonly found: Map<object, Plain>;
  /** The schemas that lead to this one without a step into the value. */
  readonly within: ReadonlySet<object>;
};

function add({ schema, where }: Part, adding: Adding): boolean {
  if (schema === true) return true;
  if (schema === false) return false;
  if (!isSchema(schema))
    throw new UnsupportedSchema(
      `${shown(where)} is ${written(schema)}; a schema is an object, true or false`,
    );
  if (adding.within.size >= MAX_NESTED) throw tooDeep(where);
  if (adding.within.has(schema))
    throw new UnsupportedSchema(
      `No JSON value fits ${shown(where)}: it refers to itself without a step into a property or an item`,
    );
  const plain = { schema, where };
  requireHeld(plain);
  const beside = [
    ...("$ref" in schema ? [adding.references.target(plain)] : []),
    ...("allOf" in schema ? listed(plain, "allOf") : []),
  ];
  const own = beside.length > 0 || "allOf" in schema ? adding.made.without(plain, ["$ref", "allOf"]) : plain;
  if (hasMeaning(own.schema)) adding.found.set(own.schema, own);
  const within = new Set(adding.within).add(schema);
  return beside.every((part) => add(part, { ...adding, within }));
}

function requireHeld({ schema, where }: Plain): void {
  for (const keyword of UNHELD)
    if (keyword in schema) throw unheld(keyword, where, "it depends on what other schemas have looked at");
}

/** Whether the schema narrows anything. */
function hasMeaning(schema: object): boolean {
  return (
    Object.keys(schema).some((name) => !NOTES.has(name)) || Object.getOwnPropertySymbols(schema).length > 0
  );
}

/** Keywords that say nothing about which values fit. */
const NOTES = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);
