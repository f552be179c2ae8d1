import { isDict } from "#lib/contract/fields.ts";

type Node = Record<string, unknown>;

/** What these hold is asked of the value itself; a schema that comes back to itself through them alone never ends. */
const IN_PLACE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];
/** What these hold is asked of a part of the value, which is smaller. */
const OF_PARTS = [
  ...[
    "items",
    "prefixItems",
    "contains",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
  ],
  ...["propertyNames", "properties", "patternProperties"],
];
const OF_NAMES = new Set(["dependentSchemas", "dependencies", "properties", "patternProperties"]);

/**
 * Whether some value would be held against the same part of the schema again and again. References by `$id` are not followed: what they
 * hide comes to light where a value is checked.
 */
export function refersToItselfEndlessly(schema: Node): boolean {
  const targetOf = referencesOf(schema);
  const open = new Set<Node>();
  const done = new Set<Node>();
  const waiting = [schema];
  const comesBack = (node: Node): boolean => {
    if (open.has(node)) return true;
    if (done.has(node)) return false;
    open.add(node);
    const targets = [node.$ref, node.$dynamicRef].flatMap((ref) => targetOf(node, ref));
    if ([...targets, ...heldBy(node, IN_PLACE)].some(comesBack)) return true;
    open.delete(node);
    done.add(node);
    waiting.push(...heldBy(node, OF_PARTS));
    return false;
  };
  for (const node of waiting) if (comesBack(node)) return true;
  return false;
}

function heldBy(node: Node, keywords: readonly string[]): Node[] {
  return keywords.flatMap((keyword) => {
    const held = node[keyword];
    if (isDict(held)) return OF_NAMES.has(keyword) ? Object.values(held).filter(isDict) : [held];
    return Array.isArray(held) ? held.filter(isDict) : [];
  });
}

/** Finds what a reference within the schema names. `#` is the nearest part around it that has an `$id`, else the whole. */
function referencesOf(schema: Node): (from: Node, ref: unknown) => Node[] {
  const homes = new Map<Node, Node>();
  const anchors = new Map<Node, Map<unknown, Node>>();
  const walk = (part: unknown, around: Node) => {
    if (Array.isArray(part)) for (const element of part) walk(element, around);
    if (!isDict(part)) return;
    const home = typeof part.$id === "string" ? part : around;
    homes.set(part, home);
    const named = anchors.get(home) ?? new Map<unknown, Node>();
    anchors.set(home, named.set(part.$anchor, part).set(part.$dynamicAnchor, part));
    for (const inner of Object.values(part)) walk(inner, home);
  };
  walk(schema, schema);
  return (from, ref) => {
    if (typeof ref !== "string" || !ref.startsWith("#")) return [];
    const home = homes.get(from) ?? schema;
    const name = decoded(ref.slice(1));
    const target = name === "" || name.startsWith("/") ? at(home, name) : anchors.get(home)?.get(name);
    return isDict(target) ? [target] : [];
  };
}

/** What a JSON pointer names. */
function at(home: Node, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)];
    return isDict(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  }, home);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
