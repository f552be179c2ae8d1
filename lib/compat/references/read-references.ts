import type { AccountCtx, Project } from "#lib/access/context.ts";
import { openProjects } from "#lib/access/permissions/open-projects.ts";
import { type FoundVersion, findObjects } from "#lib/compat/objects/find-objects.ts";
import type { readReferences as contract } from "#lib/contract/compat/references.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { followEdges } from "./follow-edges.internal.ts";
import { type ObjectRef, requireObjectRef } from "./object-ref.internal.ts";

/** The projects are those that the references name; one that may not be read refuses them all. */
export async function readReferences(
  ctx: AccountCtx,
  { refs }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const wanted = refs.map(requireObjectRef);
  const paths = wanted.map(({ projectPath }) => projectPath);
  const projects = await openProjects(ctx.db, ctx.actor, {
    paths,
    permission: "objects:read",
    creates: false,
  });
  const vals: unknown[] = [];
  for (const project of projects.values()) {
    const inside = wanted.flatMap((ref, place) => (ref.projectPath === project.path ? [{ ref, place }] : []));
    const found = await findObjects(
      { ...ctx, project },
      inside.map(({ ref }) => ref),
    );
    for (const [i, { ref, place }] of inside.entries())
      vals[place] = await readOne({ ...ctx, project }, ref, found[i] ?? null);
  }
  return { vals };
}

async function readOne(
  ctx: AccountCtx & { project: Project },
  ref: ObjectRef,
  found: FoundVersion,
): Promise<unknown> {
  if (!found) throw new NotFound(`Object ${ref.objectId}:${ref.digest} not found`);
  if (found.isDeleted) return null;
  return (await followEdges(ctx, found.val, ref.edges)) ?? null;
}
