import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { deleteCalls as contract } from "#lib/contract/traces/calls.ts";
import { bool, columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Ids that name no call are left aside; parents may form a circle, which ends the descent. */
export async function deleteCalls(
  ctx: Ctx,
  { callIds }: InputOf<typeof contract>,
): Promise<{ numDeleted: number }> {
  const { project } = ctx;
  return ctx.db.transaction(async (db) => {
    const ids = await idsBelow(db, { projectId: project.id, callIds });
    const deleted = await db.query(sql`
      with locked as materialized (
        -- In the order in which batches take calls, so that neither waits for the other in a circle.
        select id from call where project_id = ${project.id} and id = any(${ids}::text[]) and deleted_at is null
        order by id collate "C" for no key update
      )
      update call set deleted_at = now(), updated_at = now()
      where project_id = ${project.id} and id = any(array(select id from locked)) and deleted_at is null
      returning ${columns({ isShown: bool(sql`started_at is not null`) })}`);
    const numDeleted = deleted.filter((row) => row.isShown).length;
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

/**
 * The calls and all their descendants. Looks up the children of one call after the other: right after a bulk load the database has no
 * statistics yet, and would compare every call found with every call of the project.
 */
async function idsBelow(
  db: Db,
  { projectId, callIds }: { projectId: string; callIds: readonly string[] },
): Promise<string[]> {
  const rows = await db.query(sql`
    with recursive below as (
      select id from call where project_id = ${projectId} and id = any(${[...callIds]}::text[])
      union
      select child.id from below cross join lateral (
        select c.id from call c where c.project_id = ${projectId} and c.parent_id = below.id offset 0) child)
    select ${columns({ id: text(sql`id`) })} from below`);
  return rows.map(({ id }) => id);
}
