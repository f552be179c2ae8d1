import type { Ctx } from "#lib/access/context.ts";
import type { listMembers as contract } from "#lib/contract/access/members.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { findMembers } from "./find-members.ts";

export async function listMembers({ db, project }: Ctx): Promise<ReplyOf<typeof contract>> {
  return { members: await findMembers(db, project) };
}
