import { figureSteps } from "#lib/contract/training/figure-steps.ts";
import { nextStep } from "#lib/models/checkpoints/checkpoints.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { HeldJob } from "./hold.ts";

/** A checkpoint whose files are whole and flushed to the disk. */
export type WrittenCheckpoint = {
  id: string;
  /** Below the data folder. */
  folder: string;
  files: Readonly<Record<string, { sha256: string; sizeBytes: number }>>;
  /** Of the job's steps, the one after which the weights were so; the last one where nothing is said. */
  jobStep?: number;
};

type NewCheckpoint = Required<WrittenCheckpoint> & { isInterim: boolean };

/**
 * The number after the model's greatest one, deleted ones too: a step is never given twice. Its metrics are the job's figures up to its step, those of held-out
 * rows as they were measured last.
 */
export async function insertCheckpoint(
  tx: Db,
  job: HeldJob,
  { id, folder, files, jobStep, isInterim }: NewCheckpoint,
): Promise<number> {
  const sizeBytes = Object.values(files).reduce((sum, file) => sum + file.sizeBytes, 0);
  const step = await nextStep(tx, { id: job.modelId });
  // A job that repeats steps after a crash knows more of them than lie before the checkpoint.
  const figured = figureSteps(isInterim ? jobStep : job.step);
  await tx.query(sql`
    insert into checkpoint (id, project_id, model_id, step, job_id, job_step, is_interim, parent_id, metrics, folder, files, size_bytes, created_at)
    select ${id}, ${job.projectId}, ${job.modelId}, ${step}, ${job.id}, ${jobStep}, ${isInterim},
      (select start_checkpoint_id from training_job where id = ${job.id}),
      coalesce((
        select json_object_agg(name, mean) from (
          select name, case when name like 'validation\\_%' then (array_agg(last order by span desc))[1] else sum(sum) / sum(count) end as mean
          from training_metric
          where job_id = ${job.id} and tier = 0 and span >= ${jobStep - figured} and span < ${jobStep} group by name order by name) as means), '{}'),
      ${folder}, ${JSON.stringify(files)}::json, ${sizeBytes}::bigint, clock_timestamp()`);
  return step;
}
