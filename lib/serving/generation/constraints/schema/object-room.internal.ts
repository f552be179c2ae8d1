import type { ObjectForm, Property } from "./schema-node.internal.ts";

/** The keys that an object has so far: those of its properties, and how many others. */
export type Seen = { readonly keys: ReadonlySet<Property>; readonly others: number };

/** Whether the object may be closed. */
export function mayClose(form: ObjectForm, seen: Seen): boolean {
  return wanted(form, seen).size === 0 && distinct(seen) >= form.minProperties;
}

/** Whether it can be completed with members of at most `levels` levels. */
export function hasRoom(form: ObjectForm, levels: number, seen: Seen): boolean {
  const { minProperties, maxProperties } = form;
  const left = wanted(form, seen);
  for (const property of left) if (property.node.height > levels) return false;
  const more = Math.max(left.size, minProperties - distinct(seen));
  if (seen.keys.size + seen.others + more > maxProperties) return false;
  return more <= left.size || more <= available(form, levels, seen);
}

/** The properties that may come next, so that the object can still be completed. */
export function nextProperties(form: ObjectForm, levels: number, seen: Seen): Property[] {
  const { properties, dependents, minProperties, maxProperties } = form;
  const isLow = ({ node }: Property) => node.height <= levels;
  const unseen = properties.filter((one) => !seen.keys.has(one) && isLow(one));
  if (dependents.size > 0)
    return unseen.filter((one) => isUsable(form, levels, one) && hasRoom(form, levels, withKey(seen, one)));
  if (minProperties === 0 && maxProperties === Number.POSITIVE_INFINITY) return unseen;
  const left = wanted(form, seen);
  // Without dependents, all that are wanted are alike, and so are all others.
  const [aWanted] = left;
  const another = unseen.find((one) => !left.has(one));
  const mayBe = (one: Property | undefined) => one !== undefined && hasRoom(form, levels, withKey(seen, one));
  const [mayBeWanted, mayBeAnother] = [mayBe(aWanted), mayBe(another)];
  return unseen.filter((one) => (left.has(one) ? mayBeWanted : mayBeAnother));
}

export function withKey({ keys, others }: Seen, property: Property): Seen {
  return { keys: new Set(keys).add(property), others };
}

/** Keys beside the properties may come twice, so only the first of them is sure to be another one. */
function distinct({ keys, others }: Seen): number {
  return keys.size + Math.min(others, 1);
}

function available(form: ObjectForm, levels: number, seen: Seen): number {
  const usable = form.properties.filter((one) => !seen.keys.has(one) && isUsable(form, levels, one));
  return usable.length + (seen.others === 0 && hasOthers(form, levels) ? 1 : 0);
}

/** Whether the property, and whatever has to come with it, has a value of at most `levels` levels. */
function isUsable(form: ObjectForm, levels: number, property: Property): boolean {
  return [...withDependents(form, [property])].every(({ node }) => node.height <= levels);
}

function hasOthers({ additional, kinds }: ObjectForm, levels: number): boolean {
  return (
    (additional !== null && additional.height <= levels) || kinds.some(({ node }) => node.height <= levels)
  );
}

/** What must still come. */
function wanted(form: ObjectForm, { keys }: Seen): Set<Property> {
  const missing = form.required.filter((property) => !keys.has(property));
  if (form.dependents.size === 0) return new Set(missing);
  return new Set([...withDependents(form, [...form.required, ...keys])].filter((one) => !keys.has(one)));
}

function withDependents({ dependents }: ObjectForm, properties: Iterable<Property>): Set<Property> {
  const all = new Set(properties);
  for (const property of all) for (const other of dependents.get(property) ?? []) all.add(other);
  return all;
}
