import type { AccountCtx } from "#lib/access/context.ts";
import type { listProjectDeletions as contract } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { findDeletions } from "./find-deletions.internal.ts";

export async function listProjectDeletions({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const mine = sql`(${actor.isInstanceAdmin}::boolean or d.asked_by = ${actor.userId} or exists (
    select from entity_member e where e.entity_name = d.entity_name and e.user_id = ${actor.userId} and e.is_admin))`;
  const recent = sql`(d.ended_at is null or d.created_at > now() - interval '30 days')`;
  return { deletions: await findDeletions(db, sql`${mine} and ${recent}`) };
}
