import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

/** Notifications on this channel carry the id of a job that has new events. */
export const EVENTS_CHANNEL = "training_events";

export type NewEvent = {
  type: string;
  data: Readonly<Record<string, unknown>>;
  /** Whether the list of events shows it; the live stream shows all. */
  isListed: boolean;
};

/**
 * Writes the job's next event in the transaction `tx`. The number comes from the job's row, which stays locked until the commit: events
 * become visible in the order of their numbers, and a reader who continues after the last one skips none. Listeners are notified at the commit.
 */
export async function appendEvent(tx: Db, jobId: string, { type, data, isListed }: NewEvent): Promise<void> {
  const [written] = await tx.query(
    sql`
      with numbered as (
        update training_job set event_count = event_count + 1 where id = ${jobId}
        returning project_id, id, event_count),
      written as (
        insert into training_event (id, project_id, job_id, number, type, is_listed, data, created_at)
        select ${newId()}, project_id, id, event_count, ${type}, ${isListed}, ${JSON.stringify(data)}::json, clock_timestamp()
        from numbered returning project_id, job_id)
      select ${columns({ projectId: text(sql`project_id`), notified: text(sql`pg_notify(${EVENTS_CHANNEL}, job_id)`) })}
      from written`,
    "append-training-event",
  );
  if (!written) throw new Error(`Training job ${jobId} has no row to count its events in`);
  // Lists of jobs, and of models by their jobs, show states alone.
  if (type === "state")
    for (const topic of ["jobs", "models"] as const) await tellProject(tx, written.projectId, topic);
}
