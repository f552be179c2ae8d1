import { isDict } from "#lib/contract/fields.ts";

/** Where something stands in a schema. */
export type Place = readonly (string | number)[];

/** A name that is longer says little to a reader. */
const MAX_NAME = 200;

/** Each pattern with a place where it stands: of the keywords `pattern` and `patternProperties`, and of whatever looks like them. */
export function patternsIn(schema: unknown): Map<string, Place> {
  const found = new Map<string, Place>();
  const walk = (part: unknown, place: Place) => {
    if (Array.isArray(part)) for (const [at, element] of part.entries()) walk(element, [...place, at]);
    if (!isDict(part)) return;
    if (typeof part.pattern === "string") found.set(part.pattern, [...place, "pattern"]);
    if (isDict(part.patternProperties))
      for (const key of Object.keys(part.patternProperties))
        found.set(key, [...place, "patternProperties", ...(key.length > MAX_NAME ? [] : [key])]);
    for (const [key, inner] of Object.entries(part)) walk(inner, [...place, key]);
  };
  walk(schema, []);
  return found;
}
