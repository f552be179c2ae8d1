import { mergedWords, type Words, wordsOf } from "../bytes/words.internal.ts";
import { ANY_TEXT } from "../text/text-automaton.internal.ts";
import { canonical } from "./admits.internal.ts";
import type { Compiler } from "./compiler.internal.ts";
import { countOf, inner, listed, type Part, type Plain, unheld } from "./part.internal.ts";
import type { ArrayForm, Contains, Form, Items, SchemaNode } from "./schema-node.internal.ts";

/** More would take long to count at each item. */
const MAX_CONTAINS = 100;
const MAX_COUNTED_ITEMS = 1_000;

/** Arrays that fit all parts. */
export function arrayForm(
  parts: readonly Plain[],
  excluded: readonly unknown[],
  compiler: Compiler,
): ArrayForm {
  const lists = excluded.filter((value) => Array.isArray(value));
  const [part] = parts;
  if (part && lists.some(({ length }) => length > 0))
    throw unheld("not", part.where, "no grammar leaves out single arrays");
  const min = Math.max(...parts.map((one) => countOf(one, "minItems", 0)), lists.length > 0 ? 1 : 0);
  const max = Math.min(...parts.map((one) => countOf(one, "maxItems", Number.POSITIVE_INFINITY)));
  const items = itemsOf(parts, compiler, []);
  const contains = containsOf(parts, compiler);
  if (part && contains && min > MAX_COUNTED_ITEMS)
    throw unheld("minItems", part.where, `it appears with contains, and is more than ${MAX_COUNTED_ITEMS}`);
  return {
    kind: "array",
    items,
    minItems: min,
    maxItems: max,
    contains,
    unique: uniqueOf(parts, items, max),
    height: Number.POSITIVE_INFINITY,
  };
}

/** The nodes of items that fit all parts, and `also`. */
function itemsOf(parts: readonly Plain[], compiler: Compiler, also: readonly Part[]): Items {
  const own = parts.map((part) => {
    const isOld = Array.isArray(part.schema.items);
    return {
      first: listed(part, isOld ? "items" : "prefixItems"),
      rest: inner(part, isOld ? "additionalItems" : "items"),
    };
  });
  const length = Math.max(0, ...own.map(({ first }) => first.length));
  const at = (index: number) =>
    compiler.node([...own.flatMap(({ first, rest }) => first[index] ?? rest ?? []), ...also]);
  return { first: Array.from({ length }, (_, index) => at(index)), rest: at(length) };
}

function containsOf(parts: readonly Plain[], compiler: Compiler): Contains | null {
  const wanting = parts.filter(
    (part) =>
      "contains" in part.schema && countOf(part, "minContains", 1) + Number("maxContains" in part.schema) > 0,
  );
  const [part, other] = wanting;
  if (!part) return null;
  if (other) throw unheld("contains", other.where, "items of several kinds would have to be counted");
  const kind = inner(part, "contains");
  if (!kind) return null;
  const [min, max] = [
    countOf(part, "minContains", 1),
    countOf(part, "maxContains", Number.POSITIVE_INFINITY),
  ];
  if (min > MAX_CONTAINS || (max !== Number.POSITIVE_INFINITY && max > MAX_CONTAINS))
    throw unheld("contains", part.where, `more than ${MAX_CONTAINS} items would have to be counted`);
  const opposite = compiler.means.made.of(part, "not contains", () => ({ not: kind.schema }));
  return {
    inside: itemsOf(parts, compiler, [kind]),
    outside: itemsOf(parts, compiler, max === Number.POSITIVE_INFINITY ? [] : [opposite]),
    min,
    max,
  };
}

/** How items are kept apart where no two may be the same; null where they may. */
function uniqueOf(parts: readonly Plain[], { first, rest }: Items, max: number): ArrayForm["unique"] {
  const part = parts.find(({ schema }) => schema.uniqueItems === true);
  if (!part || max <= 1) return null;
  const isPlain = first.length === 0 && !parts.some(({ schema }) => "contains" in schema);
  const unique = isPlain ? keptApart(rest) : null;
  if (unique) return unique;
  throw unheld(
    "uniqueItems",
    part.where,
    "only items that are listed by enum or const, and texts without pattern, format and maxLength, can be kept apart",
  );
}

/** The words of a node that has nothing else, equal values once; null where it also has what cannot be kept apart. */
function keptApart(node: SchemaNode): ArrayForm["unique"] {
  const words: Words[] = [];
  const nodes = new Set([node]);
  let hasTexts = false;
  for (const { forms } of nodes)
    for (const form of forms) {
      if (form.kind === "node") nodes.add(form.node);
      else if (form.kind === "words") words.push(form.words);
      else if (isEndless(form)) hasTexts = true;
      else return null;
    }
  if (hasTexts) return words.length === 0 ? "texts" : null;
  const decoder = new TextDecoder();
  const texts = mergedWords(words).map((word) => decoder.decode(word));
  return wordsOf(new Map(texts.map((text) => [canonical(JSON.parse(text)), text])).values());
}

/** Texts of which every one can be made longer, so that there is always another. */
function isEndless(form: Form): boolean {
  if (form.kind === "string") return true;
  return (
    form.kind === "text" && form.text.automaton === ANY_TEXT && form.text.max === Number.POSITIVE_INFINITY
  );
}
