import { columns, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** How long a trainer that says nothing keeps a job, and how long the next one waits after a first crash; each further crash doubles it. */
export type JobTerms = { readonly leaseMs: number; readonly pauseMs: number };

export const JOB_TERMS: JobTerms = { leaseMs: 10_000, pauseMs: 5_000 };

/** A trainer's claim on a job. Each claim has a higher epoch, which distinguishes the current trainer from earlier ones. */
export type JobHold = { readonly jobId: string; readonly epoch: string };

/** The lease expired, or another trainer has the job: the receiver must stop working on it. */
export class JobLost extends Error {
  override name = "JobLost";

  constructor({ jobId, epoch }: JobHold) {
    super(`Training job ${jobId} is held no longer under epoch ${epoch}; its work must stop`);
  }
}

const HELD = columns(
  of(
    "training_job",
    "id",
    "projectId",
    "modelId",
    "state",
    "step",
    "totalSteps",
    "attempts",
    "waitingFor",
    "keepsOnCancel",
  ),
);

/** A job's row as the holder sees it while the row is locked. */
export type HeldJob = RowOf<typeof HELD>;

/** Whether a job shall be cancelled, and whether what it has learned shall be kept all the same. */
export type CancelAsked = { readonly isCancelAsked: boolean; readonly isKeepAsked: boolean };

export function cancelAsked({ state, keepsOnCancel }: HeldJob): CancelAsked {
  const isCancelAsked = state === "cancelling";
  return { isCancelAsked, isKeepAsked: isCancelAsked && keepsOnCancel };
}

/**
 * Runs `work` in a transaction in which the job is the holder's for sure: the row is locked before the lease is looked at, so nobody can
 * take the job over before the commit. Throws `JobLost` and writes nothing where it is not.
 */
export function whileHeld<T>(db: Db, hold: JobHold, work: (tx: Db, job: HeldJob) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const [job] = await tx.query(
      sql`
        select ${HELD}
        from training_job where id = ${hold.jobId} and epoch = ${hold.epoch}::bigint and lease_until > clock_timestamp()
        for no key update`,
      "hold-training-job",
    );
    if (!job) throw new JobLost(hold);
    return work(tx, job);
  });
}

/** Says that the holder lives; throws `JobLost` where the job is not its own any more. Only the database's clock counts. */
export async function renewHold(db: Pick<Db, "query">, hold: JobHold, terms: JobTerms): Promise<void> {
  const renewed = await db.query(sql`
    update training_job set ${leaseFrom(terms, sql`attempts`)}
    where id = ${hold.jobId} and epoch = ${hold.epoch}::bigint and lease_until > clock_timestamp() returning 1`);
  if (renewed.length === 0) throw new JobLost(hold);
}

/** Columns of a lease that begins now, and of when another trainer may try if this one is never heard of again. */
export function leaseFrom({ leaseMs, pauseMs }: JobTerms, attempts: Sql): Sql {
  return sql`
    lease_until = clock_timestamp() + ${span(leaseMs)},
    next_attempt_at = clock_timestamp() + ${span(leaseMs)} + ${pauseAfter(pauseMs, attempts)}`;
}

/** `pause · 2^(attempts − 1)`, a quarter more or less so that many do not come back together; none before the first. */
export function pauseAfter(pauseMs: number, attempts: Sql): Sql {
  return sql`case when ${attempts} < 1 then interval '0' else
    ${span(pauseMs)} * power(2, ${attempts} - 1) * (0.75 + random() / 2) end`;
}

function span(ms: number): Sql {
  return sql`make_interval(secs => ${ms / 1000})`;
}
