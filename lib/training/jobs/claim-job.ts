import type { JobKind, JobState } from "#lib/contract/training/job-states.ts";
import { bool, columns, json, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import type { MadeWith } from "#lib/training/made-with.ts";
import { IS_FREE } from "./free-jobs.ts";
import { JOB_TERMS, type JobHold, type JobTerms, leaseFrom } from "./hold.ts";
import { lostWithService } from "./lost-with-service.internal.ts";
import { moveJob } from "./move-job.internal.ts";
import { IN_TURN } from "./turns/turns.ts";

export type ClaimTerms = JobTerms & {
  /** Jobs that this trainer lately could not work on; another one may. */
  readonly except?: readonly string[];
};

/** The last durable state of a job's training. */
export type JobSnapshot = {
  /** Below the data folder. */
  folder: string;
  step: number;
  files: Readonly<Record<string, { sha256: string; sizeBytes: number }>>;
};

export type BestSnapshot = JobSnapshot & { loss: number };

export type ClaimedJob = {
  hold: JobHold;
  projectId: string;
  modelId: string;
  kind: JobKind;
  state: JobState;
  config: Record<string, unknown>;
  source: string;
  /** The version of a dataset that the data are of. */
  datasetRef: string | null;
  /** Step of the checkpoint to start from, where one was asked for. */
  startStep: number | null;
  /** Whether it starts from nothing that learned what is retracted, or whose job learned nothing. */
  startsClean: boolean;
  /** The checkpoint that it started from, where it has begun. */
  startCheckpointId: string | null;
  /** The rows to measure by. */
  validation: JobValidation | null;
  /** The state with the least validation loss so far, where the job keeps that one. */
  best: BestSnapshot | null;
  /** Whether it leaves what it has learned, although it is being cancelled. */
  keepsOnCancel: boolean;
  /** Steps whose events are written already. */
  step: number;
  totalSteps: number | null;
  /** What it was made with, once its steps have begun. */
  madeWith: MadeWith | null;
  snapshot: JobSnapshot | null;
};

/**
 * Takes the job whose turn it is, of those that are the first unended one of their model and that nobody holds; null where there is none. A job that is taken is being validated, or still being cancelled; one that waited for something stays queued until it is known to
 * be there. Several trainers may ask at once: each job goes to one.
 */
export function claimJob(
  db: Db,
  holder: string,
  { except = [], ...terms }: ClaimTerms = JOB_TERMS,
): Promise<ClaimedJob | null> {
  return db.transaction(async (tx) => {
    const isWaiting = bool(sql`j.state = 'queued' and j.waiting_for is not null`);
    const [free] = await tx.query(sql`
      select ${columns({ ...of("training_job j", "id", "state"), isWaiting })} from training_job j
      where ${IS_FREE} and j.id <> all(${except})
      order by ${IN_TURN} limit 1
      for no key update of j skip locked`);
    if (!free) return null;
    const claimed = await take(tx, free.id, { holder, terms });
    if (free.state === "cancelling" || free.isWaiting) return claimed;
    await moveJob(tx, free, { to: "validating" });
    return { ...claimed, state: "validating" };
  });
}

const CLAIMED = columns({
  ...of("training_job j", "epoch", "projectId", "modelId", "kind", "state", "source", "step", "totalSteps"),
  ...of("training_job j", "startStep", "startsClean", "startCheckpointId", "datasetRef", "keepsOnCancel"),
  validation: json<JobValidation | null>(sql`j.validation`),
  best: json<BestSnapshot | null>(sql`j.best`),
  config: json<Record<string, unknown>>(sql`j.config`),
  madeWith: json<MadeWith | null>(sql`j.made_with`),
  snapshot: json<JobSnapshot | null>(sql`j.snapshot`),
});

async function take(
  tx: Db,
  id: string,
  { holder, terms }: { holder: string; terms: JobTerms },
): Promise<ClaimedJob> {
  const [row] = await tx.query(sql`
    update training_job j
    set epoch = epoch + 1, holder = ${holder}, claims = claims + 1,
      attempts = greatest(1, attempts + case when ${lostWithService} then 0 else 1 end),
      ${leaseFrom(terms, sql`(attempts + 1)`)}
    where id = ${id}
    returning ${CLAIMED}`);
  if (!row) throw new Error(`Training job ${id} vanished while its row was locked`);
  const { epoch, ...job } = row;
  return { ...job, hold: { jobId: id, epoch } };
}
