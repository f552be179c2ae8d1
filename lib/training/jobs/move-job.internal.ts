import type { CancelCause, JobState } from "#lib/contract/training/job-states.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { appendEvent } from "./append-event.ts";
import { isEnded } from "./is-ended.ts";
import { requireMove } from "./job-state.internal.ts";

/** What a move needs to know of a job whose row `tx` has locked. */
export type MovableJob = { id: string; state: JobState };

/** Who asked for the move, by id, and why. */
type Asked = { by: string; cause: CancelCause } | undefined;

/** Moves a job to a state, updates its times and lease, and notifies the live stream, with the reason where there is one. A failed end stores its message. */
export async function moveJob(
  tx: Db,
  job: MovableJob,
  move: { to: JobState; message?: string; why?: string; asked?: Asked },
): Promise<void> {
  requireMove(job.state, move.to);
  await tx.query(sql`
    update training_job set state = ${move.to}, state_since = clock_timestamp(), waited_seconds = waited_seconds + ${WAITED} ${alsoSet(move)}
    where id = ${job.id}`);
  const { why, asked } = move;
  const data = {
    state: move.to,
    ...(why === undefined ? {} : { reason: why }),
    ...(asked ? { cancelled_by: asked.by, cause: asked.cause } : {}),
  };
  await appendEvent(tx, job.id, { type: "state", data, isListed: false });
}

/** Seconds in the queue of a job that had begun before. */
const WAITED = sql`case when state = 'queued' and started_at is not null
  then greatest(0, extract(epoch from clock_timestamp() - state_since)) else 0 end`;

function alsoSet({ to, message }: { to: JobState; message?: string }): Sql {
  if (to === "running")
    return sql`, started_at = coalesce(started_at, clock_timestamp()), turn_at = clock_timestamp(), turn_step = step`;
  if (to === "cancelling") return sql`, cancel_asked_at = clock_timestamp()`;
  if (!isEnded(to)) return empty;
  const ended = sql`, ended_at = clock_timestamp(), lease_until = null, holder = null`;
  return to === "completed" ? ended : sql`${ended}, error_message = ${message ?? null}`;
}

/** Ends a job that made nothing: the reason is its message and its last listed event. */
export async function endWithout(
  tx: Db,
  job: MovableJob,
  end: { to: "failed" | "cancelled"; message: string; asked?: Asked },
): Promise<void> {
  // A reason may quote what a caller sent.
  const text = storableText(end.message).slice(0, MAX_MESSAGE);
  await appendEvent(tx, job.id, {
    type: "training_failed",
    data: { error_message: text },
    isListed: true,
  });
  // Of a cancelled job nothing went wrong, so it has no message of its own.
  const { to, asked } = end;
  await moveJob(tx, job, { to, asked, ...(to === "failed" ? { message: text } : {}) });
}

const MAX_MESSAGE = 2000;

export const CANCELLED_MESSAGE = "cancelled";
