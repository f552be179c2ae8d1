import type { SftCheck } from "#lib/contract/training/training-data.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import { columns, float, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Jobs that are asked for their speed, the newest ones. */
const MAX_JOBS = 5;
/** A machine is never twice as busy with other things; the range says so on either side of what was measured. */
const SPREAD = 1.25;

/**
 * How long training on so many tokens takes, after earlier supervised jobs of the same base model and way of training on this service. The
 * estimate is the median of what each of them says; the range goes from the fastest to the slowest of them, and a quarter beyond. Null
 * where no such job has ended well.
 */
export async function estimateSeconds(
  db: Db,
  { baseModel, training }: Pick<ModelRow, "baseModel"> & { training: Pick<ModelRow["training"], "mode"> },
  tokens: number,
): Promise<SftCheck["seconds"]> {
  const jobs = await db.query(sql`
    select ${PAST_JOB}
    from (
      select j.id, extract(epoch from j.ended_at - j.started_at)::float8 as seconds
      from training_job j join model b on b.id = j.model_id
      where j.state = 'completed' and j.kind = 'sft' and j.step > 0 and j.ended_at > j.started_at
        and b.base_model = ${baseModel} and b.training_mode = ${training.mode}
      order by j.ended_at desc limit ${MAX_JOBS}) j
    join training_metric m on m.job_id = j.id and m.name = 'num_tokens' and m.tier = 0
    group by j.id, j.seconds having sum(m.sum) > 0`);
  return secondsAfter(jobs, tokens);
}

const PAST_JOB = columns({
  seconds: float(sql`j.seconds`),
  tokens: float(sql`sum(m.sum)`),
  laterTokens: orNull(float(sql`sum(m.sum) filter (where m.span > 0)`)),
  laterSeconds: orNull(
    float(sql`(select extract(epoch from max(e.created_at) - min(e.created_at)) from training_event e
      where e.job_id = j.id and e.type = 'gradient_step')`),
  ),
});

/** What is known of a job that has ended; what comes behind its first step is counted apart. */
export type PastJob = Readonly<RowOf<typeof PAST_JOB>>;

export function secondsAfter(jobs: readonly PastJob[], tokens: number): SftCheck["seconds"] {
  const each = jobs.map((job) => secondsLike(job, tokens)).sort((a, b) => a - b);
  const [fastest, slowest] = [each[0], each.at(-1)];
  if (slowest === undefined || fastest === undefined) return null;
  const middle = ((each[(each.length - 1) >> 1] ?? slowest) + (each[each.length >> 1] ?? slowest)) / 2;
  return { estimate: middle, low: fastest / SPREAD, high: slowest * SPREAD };
}

/**
 * A job's speed is that of its steps but the first; the rest of its time, for samples and for writing what was learned, passes once for each
 * job, however small. Of a job with one step the two cannot be told apart: one that is no larger takes as long.
 */
function secondsLike({ seconds, tokens: done, laterTokens, laterSeconds }: PastJob, tokens: number): number {
  if (!laterTokens || !laterSeconds) return seconds * Math.max(1, tokens / done);
  const secondsPerToken = laterSeconds / laterTokens;
  return Math.max(0, seconds - done * secondsPerToken) + tokens * secondsPerToken;
}
