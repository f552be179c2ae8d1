import { type ArrayForm, itemAt, type SchemaNode } from "./schema-node.internal.ts";

/** What has been read of an array: how many items, and how many of the kind that is counted. */
export type ReadItems = { readonly items: number; readonly inside: number };

/** Whether the array may be closed. */
export function mayClose({ minItems, contains }: ArrayForm, { items, inside }: ReadItems): boolean {
  return items >= minItems && (!contains || inside >= contains.min);
}

/** The nodes that a further item may be of, with what has been read then; items are of at most `levels` levels. */
export function nextItems(form: ArrayForm, levels: number, read: ReadItems) {
  const { items, inside } = read;
  const { contains } = form;
  const longer = { items: items + 1, inside };
  const ways: { node: SchemaNode; read: ReadItems }[] = [];
  if (items >= form.maxItems) return ways;
  if (contains) ways.push({ node: itemAt(contains.outside, items), read: longer });
  else ways.push({ node: itemAt(form.items, items), read: longer });
  if (contains && inside < contains.max)
    ways.push({ node: itemAt(contains.inside, items), read: { ...longer, inside: inside + 1 } });
  return ways.filter(({ node, read: after }) => node.height <= levels && canStillEnd(form, levels, after));
}

/** Whether the array can be completed with items of at most `levels` levels. */
export function canStillEnd(form: ArrayForm, levels: number, read: ReadItems): boolean {
  if (mayClose(form, read)) return true;
  const { contains, minItems, maxItems, unique } = form;
  if (unique && unique !== "texts" && Math.max(minItems, read.items) > unique.length) return false;
  if (maxItems < minItems) return false;
  // After the listed items all are alike, so no more need be looked at than are still wanted.
  const first = Math.max(form.items.first.length, contains?.inside.first.length ?? 0);
  const last = Math.min(maxItems, Math.max(first, minItems, read.items) + (contains?.min ?? 0));
  return contains ? endsWith(form, levels, { read, last }) : reachesMin(form, levels, read.items, first);
}

function reachesMin(form: ArrayForm, levels: number, from: number, first: number): boolean {
  const { items, minItems } = form;
  for (let index = from; index < Math.min(minItems, first + 1); index++)
    if (itemAt(items, index).height > levels) return false;
  return true;
}

type Search = { readonly read: ReadItems; readonly last: number };

/** Tries which items of the kind are still possible: all that can be are taken, up to what is wanted. */
function endsWith(form: ArrayForm, levels: number, { read, last }: Search): boolean {
  const { contains, minItems } = form;
  if (!contains) return true;
  // The counts that are reached after each item.
  let counts = new Set([read.inside]);
  for (let index = read.items; index <= last; index++) {
    for (const inside of counts) if (index >= minItems && inside >= contains.min) return true;
    const next = new Set<number>();
    for (const inside of counts) {
      if (itemAt(contains.outside, index).height <= levels) next.add(inside);
      if (inside < contains.max && itemAt(contains.inside, index).height <= levels)
        next.add(Math.min(inside + 1, Math.max(contains.min, capOf(contains.max))));
    }
    counts = next;
    if (counts.size === 0) return false;
  }
  return false;
}

/** Counts above the least wanted ones only matter where there is a most. */
function capOf(max: number): number {
  return max === Number.POSITIVE_INFINITY ? 0 : max;
}
