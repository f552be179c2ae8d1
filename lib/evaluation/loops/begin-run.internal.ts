import type { LoopTrigger } from "#lib/contract/loops/loop-runs.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { nextBegin } from "./next-begin.ts";

type Begun = { projectId: string; loop: Pick<Loop, "id" | "when">; trigger: LoopTrigger; userId: string };

/** Begins a run of a loop, whose row the caller holds, with the settings that the loop has now. Null while it has a run that has not ended. */
export async function beginRun(db: Db, { projectId, loop, trigger, userId }: Begun): Promise<string | null> {
  const id = newId();
  const begun = await db.query(sql`
    insert into loop_run (id, project_id, loop_id, trigger, dataset_id, train, measure, promote, created_by)
    select ${id}, l.project_id, l.id, ${trigger}::loop_trigger, l.dataset_id, l.train, l.measure, l.promote, ${userId}
    from loop l where l.project_id = ${projectId} and l.id = ${loop.id}
    on conflict (project_id, loop_id) where state in ('queued', 'running') do nothing
    returning 1`);
  if (begun.length === 0) return null;
  await db.query(sql`
    update loop set answers_since = clock_timestamp(), next_at = ${nextBegin(loop.when, new Date())}::timestamptz
    where project_id = ${projectId} and id = ${loop.id}`);
  await tellProject(db, projectId, "jobs");
  return id;
}
