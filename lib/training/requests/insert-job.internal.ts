import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { TrainingJob, updateTrainingJob } from "#lib/contract/training/training.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict, SpindleError } from "#lib/platform/errors.ts";
import { jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import { appendEvent } from "#lib/training/jobs/append-event.ts";
import { UNENDED_STATES } from "#lib/training/jobs/job-state.internal.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";
import { lackOfStart, wrongStart } from "./lack-of-start.internal.ts";

/** What people call a job; an empty text is none. */
export type JobLabels = Pick<InputOf<typeof updateTrainingJob>, "name" | "tags" | "note" | "group">;

/** What the service itself may want of a job, beside what callers may. */
export type OwnWish = {
  /** Where no step is named, or one that learned what is retracted or whose job learned nothing, it starts from the newest other one when it begins. */
  startsClean?: boolean;
};

type NewJob = OwnWish & {
  id: string;
  kind: JobKind;
  model: OpenModel;
  config: unknown;
  source: string;
  /** The version of a dataset that the data are of. */
  datasetRef: string | null;
  /** The rows to measure by. */
  validation?: JobValidation | null;
  /** Step of the checkpoint to start from; null is the newest one. */
  startStep: number | null;
  /** The job that it repeats. */
  retryOf?: string;
  labels: JobLabels;
};

/** Queues a job after the jobs of its model that were committed before it. Where a job that repeats the same one has not ended yet, that is the answer, and nothing is queued. */
export function insertJob(
  ctx: AccountCtx,
  {
    id,
    kind,
    model,
    config,
    source,
    datasetRef,
    validation = null,
    startStep,
    startsClean = false,
    retryOf,
    labels,
  }: NewJob,
): Promise<TrainingJob> {
  return ctx.db.transaction(async (db) => {
    await lockModel(db, model.id, "share");
    // Nobody can delete the checkpoint now, as the model is locked, nor later, as the job starts from it.
    const lack = startStep === null ? null : await lackOfStart(db, model, startStep);
    if (lack !== null) throw retryOf === undefined ? wrongStart(lack) : new Conflict(lack);
    // One at a time for each model, so that positions grow in the order of the commits: a job that was taken is never overtaken.
    await lockName(db, `jobs of ${model.id}`);
    const earlier = retryOf === undefined ? null : await unendedRetry(db, retryOf);
    if (earlier !== null) return requireJob({ ...ctx, db }, earlier, "training:write");
    await db.query(sql`
      insert into training_job (id, project_id, model_id, kind, config, source, dataset_ref, validation, start_step, starts_clean, retry_of, name, tags, note, group_name, created_by, created_at, state_since, next_attempt_at)
      values (${id}, ${model.projectId}, ${model.id}, ${kind}, ${JSON.stringify(config)}::json, ${source}, ${datasetRef}, ${validation && JSON.stringify(validation)}::json, ${startStep}, ${startsClean}, ${retryOf ?? null}, ${labels.name || null}, ${distinct(labels.tags)}::text[], ${labels.note || null}, ${labels.group || null}, ${ctx.actor.userId},
        clock_timestamp(), clock_timestamp(), clock_timestamp())`);
    await appendEvent(db, id, { type: "state", data: { state: "queued" }, isListed: false });
    return requireJob({ ...ctx, db }, id, "training:write");
  });
}

/** The id of a job that repeats another one, and will come to an end of its own. */
export async function unendedRetry(db: Db, retryOf: string): Promise<string | null> {
  const found = await db.prisma.trainingJob.findFirst({
    where: { retryOf, state: { in: UNENDED_STATES.filter((state) => state !== "cancelling") } },
    select: { id: true },
  });
  return found?.id ?? null;
}

/** Each tag once, in the order in which they came. */
export function distinct(tags: readonly string[] = []): string[] {
  return [...new Set(tags)];
}

/**
 * Removes the data of a job that was refused. A fault of the database leaves open whether its row was written, so those data stay until the
 * sweep finds them without a row.
 */
export async function removeUnusedData(jobId: string, error: unknown): Promise<void> {
  if (error instanceof SpindleError) await removeData(jobPath(jobId));
}
