import { parseRef } from "#lib/compat/refs/ref.ts";

/** Versions of a field are versions of one object: they share its name. */
export function fieldName(ref: string): string {
  return parseRef(ref)?.name ?? ref;
}

/**
 * The field of the queue to which an answer belongs that was given under `ref`: that version itself where the queue asks it, else the
 * version of the same field that it asks now. Null for what it does not ask.
 */
export function askedVersion(scorerRefs: readonly string[], ref: string): string | null {
  if (scorerRefs.includes(ref)) return ref;
  const name = fieldName(ref);
  return scorerRefs.find((asked) => fieldName(asked) === name) ?? null;
}
