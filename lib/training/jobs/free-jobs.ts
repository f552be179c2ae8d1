import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import { bool, columns } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { UNENDED_STATES } from "./job-state.internal.ts";
import { lostWithService } from "./lost-with-service.internal.ts";

/** Attempts without one new step after which a job is given up. */
export const MAX_ATTEMPTS = 3;

/** Takings without one new step after which a job is given up, whatever ended them: it may be what brings whole machines down. */
export const MAX_CLAIMS = 10;

/** Whether a trainer may take the job `j` now: it is the first unended one of its model, and nobody holds it. */
export const IS_FREE: Sql = sql`
  j.state = any(${UNENDED_STATES}) and j.claims < ${MAX_CLAIMS}
  and (j.attempts < ${MAX_ATTEMPTS} or ${lostWithService})
  and j.next_attempt_at <= clock_timestamp() and (j.lease_until is null or j.lease_until <= clock_timestamp())
  and not exists (
    select from training_job e
    where e.model_id = j.model_id and e.id <> j.id and e.state = any(${UNENDED_STATES})
      and (e.position < j.position or e.lease_until > clock_timestamp()))`;

/**
 * Whether a job waits for nothing but a trainer, and has done so long enough that no idle one is about to take it. `jobId` is the job at hand: it and those
 * after it of its model do not count, because it comes before them anyway.
 */
export async function isAwaited(db: Db, jobId: string): Promise<boolean> {
  const [found] = await db.query(
    sql`
      select ${columns({
        isAwaited: bool(sql`exists (
          select from training_job j
          where ${IS_FREE} and j.id <> ${jobId} and (j.waiting_for is null or j.waiting_for = ${WAITS_FOR_TURN})
            and j.next_attempt_at < clock_timestamp() - interval '1 second')`),
      })}`,
    "ask-for-awaited-jobs",
  );
  return found?.isAwaited ?? false;
}
