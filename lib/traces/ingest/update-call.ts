import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { updateCall as contract } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";

/** An empty name takes the display name away. */
export async function updateCall(
  { db, project }: Ctx,
  { callId, displayName }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const updated = await db.query(sql`
    update call set display_name = nullif(${displayName}, ''), updated_at = now()
    where project_id = ${project.id} and id = ${callId} and started_at is not null and deleted_at is null
    returning id`);
  if (updated.length === 0) throw new NotFound(`Call ${callId} not found`);
  return {};
}
