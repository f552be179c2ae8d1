import { requireProject } from "#lib/auth/require-project.ts";
import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listKeys as contract } from "#lib/contract/keys.ts";
import { findKeys } from "./find-keys.ts";

export async function listKeys(
  { db, actor }: AccountCtx,
  { projectId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (projectId === undefined) return { keys: await findKeys(db, actor, { own: true }) };
  const project = await requireProject(db, actor, { path: projectId, permission: "members:manage" });
  return { keys: await findKeys(db, actor, { project }) };
}
