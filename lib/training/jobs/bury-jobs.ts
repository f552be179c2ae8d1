import { bool, columns, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { MAX_ATTEMPTS, MAX_CLAIMS } from "./free-jobs.ts";
import { UNENDED_STATES } from "./job-state.internal.ts";
import { lostWithService } from "./lost-with-service.internal.ts";
import { CANCELLED_MESSAGE, endWithout } from "./move-job.internal.ts";

const MAX_AT_ONCE = 100;

/**
 * Ends the jobs that no trainer will end: those whose last try died with its trainer, and those that were being cancelled when theirs
 * did, but for those whose snapshot shall become a checkpoint. Answers how many. Clients wait for the last event without a deadline of their own.
 */
export function buryJobs(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const dead = await tx.query(sql`
      select ${DEAD} from training_job j
      where state = any(${UNENDED_STATES})
        and (lease_until is null or lease_until <= clock_timestamp())
        and (state = 'cancelling' and not (keeps_on_cancel and snapshot is not null) or claims >= ${MAX_CLAIMS} or attempts >= ${MAX_ATTEMPTS} and not ${lostWithService})
      order by position limit ${MAX_AT_ONCE}
      for no key update skip locked`);
    for (const job of dead)
      if (job.state === "cancelling")
        await endWithout(tx, job, { to: "cancelled", message: CANCELLED_MESSAGE });
      else await endWithout(tx, job, { to: "failed", message: spentMessage(job) });
    return dead.length;
  });
}

const DEAD = columns({
  ...of("training_job j", "id", "state", "step"),
  isOften: bool(sql`j.claims >= ${MAX_CLAIMS}`),
});

function spentMessage({ step, isOften }: RowOf<typeof DEAD>): string {
  if (isOften)
    return `The service or its trainer ended ${MAX_CLAIMS} times in a row during this job without progress beyond step ${step}. Create a new job to try again`;
  return `The trainer ended ${MAX_ATTEMPTS} times in a row during this job without progress beyond step ${step}; the service's log says why (often too little memory). Create a new job to try again`;
}
