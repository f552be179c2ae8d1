import type { Ctx } from "#lib/access/context.ts";
import { findObjects } from "#lib/compat/objects/find-objects.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { followEdges } from "./follow-edges.internal.ts";
import { type ObjectRef, objectRef } from "./object-ref.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

/** Longer texts are none. */
const MAX_REF_CHARACTERS = 2048;

/**
 * What texts name that are references to objects and ops of the project, as far as the reader sees it. Other texts are missing from it, and
 * so are references that lead nowhere, to something deleted, or round in a circle.
 */
export async function findReferenced(place: Place, texts: readonly string[]): Promise<Map<string, unknown>> {
  const refs = texts.flatMap((text) => {
    const ref = text.length <= MAX_REF_CHARACTERS ? objectRef(text) : null;
    return ref?.projectPath === place.project.path ? [{ text, ref }] : [];
  });
  if (refs.length === 0) return new Map();
  const versions = new Map(refs.map(({ ref }) => [versionOf(ref), ref]));
  const found = await findObjects(place, [...versions.values()]);
  const values = new Map([...versions.keys()].map((version, i) => [version, found[i] ?? null]));
  const referenced = new Map<string, unknown>();
  for (const { text, ref } of refs) {
    const version = values.get(versionOf(ref));
    const value = version && !version.isDeleted ? await atEnd(place, version.val, ref) : undefined;
    if (value !== undefined) referenced.set(text, value);
  }
  return referenced;
}

/** Names and digests hold no colon. */
function versionOf({ objectId, digest }: ObjectRef): string {
  return `${objectId}:${digest}`;
}

async function atEnd(place: Place, value: unknown, { edges }: ObjectRef): Promise<unknown> {
  try {
    return await followEdges(place, value, edges);
  } catch (error) {
    if (error instanceof Rejected) return undefined;
    throw error;
  }
}
