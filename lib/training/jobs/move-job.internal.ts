import type { JobState } from "#lib/contract/training/job-states.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { appendEvent } from "./append-event.ts";
import { requireMove } from "./job-state.internal.ts";

/** What a move needs to know of a job whose row `tx` has locked. */
export type MovableJob = { id: string; state: JobState };

/** Moves a job and tells the live stream. `also` are further columns to set, each with a comma in front. */
export async function moveJob(tx: Db, job: MovableJob, move: { to: JobState; also?: Sql }): Promise<void> {
  requireMove(job.state, move.to);
  await tx.query(sql`
    update training_job set state = ${move.to}, state_since = clock_timestamp() ${move.also ?? empty}
    where id = ${job.id}`);
  await appendEvent(tx, job.id, { type: "state", data: { state: move.to }, isListed: false });
}

/** Ends a job that made nothing: the reason is its message and its last listed event. */
export async function endWithout(
  tx: Db,
  job: MovableJob,
  end: { to: "failed" | "cancelled"; message: string },
): Promise<void> {
  // A reason may quote what a caller sent.
  const text = storableText(end.message).slice(0, MAX_MESSAGE);
  await appendEvent(tx, job.id, {
    type: "training_failed",
    data: { error_message: text },
    isListed: true,
  });
  // Of a cancelled job nothing went wrong, so it has no message of its own.
  const message = end.to === "failed" ? text : null;
  const also = sql`, error_message = ${message}, ended_at = clock_timestamp(), lease_until = null, holder = null`;
  await moveJob(tx, job, { to: end.to, also });
}

const MAX_MESSAGE = 2000;

export const CANCELLED_MESSAGE = "cancelled";
