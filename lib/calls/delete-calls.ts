import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/context.ts";
import type { deleteCalls as contract } from "#lib/contract/calls.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/db/sql.ts";

/** Ids that name no call are left aside; parents may form a circle, which ends the descent. */
export async function deleteCalls(
  ctx: Ctx,
  { callIds }: InputOf<typeof contract>,
): Promise<{ numDeleted: number }> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const deleted = await db.query<{ is_shown: boolean }>(sql`
      with recursive below as (
        select id from call where project_id = ${project.id} and id = any(${callIds}::text[])
        union
        select c.id from call c join below on c.parent_id = below.id where c.project_id = ${project.id}
      ),
      -- In the order in which batches take calls, so that neither waits for the other in a circle.
      locked as materialized (
        select id from call where project_id = ${project.id} and id in (select id from below) and deleted_at is null
        order by id collate "C" for no key update
      )
      update call set deleted_at = now(), updated_at = now()
      where project_id = ${project.id} and id in (select id from locked) and deleted_at is null
      returning started_at is not null as is_shown`);
    const numDeleted = deleted.filter((row) => row.is_shown).length;
    if (deleted.length > 0)
      await recordAudit(
        { ...ctx, db },
        {
          action: "calls.deleted",
          projectId: project.id,
          ...(callIds.length === 1 && callIds[0] ? { target: callIds[0] } : {}),
          details: { named: callIds.length, deleted: numDeleted },
        },
      );
    return { numDeleted };
  });
}
