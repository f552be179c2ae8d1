import type { AccountCtx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { listKeys as contract } from "#lib/contract/access/keys.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { findKeys } from "./find-keys.ts";

export async function listKeys(
  { db, actor }: AccountCtx,
  { projectId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (projectId === undefined) return { keys: await findKeys(db, actor, { own: true }) };
  const project = await requireProject(db, actor, { path: projectId, permission: "members:manage" });
  return { keys: await findKeys(db, actor, { project }) };
}
