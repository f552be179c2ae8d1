import type { Ctx } from "#lib/access/context.ts";
import type { listInvitations as contract } from "#lib/contract/access/members.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { findInvitations } from "./find-invitations.internal.ts";

export async function listInvitations({ db, project }: Ctx): Promise<ReplyOf<typeof contract>> {
  return { invitations: await findInvitations(db, project.id) };
}
