import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import { columns, float, int, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** Jobs that are asked for their speed, the newest ones. */
const MAX_JOBS = 5;
/** A machine is never twice as busy with other things; the range says so on either side of what was measured. */
const SPREAD = 1.25;

/** What a job has to do; its steps are null where nobody has counted them. */
type Work = { tokens: number; steps: number | null };
type WorkOfKind = Work & { kind?: Exclude<JobKind, "rl"> };

/**
 * How long so much work takes, after earlier jobs of that kind (supervised where nothing is said) of the same base model and way of training on this service. The estimate is
 * the median of what each of them says; the range goes from the least to the most that any of them says, and a quarter beyond. Null where no
 * such job has ended well.
 */
export async function estimateSeconds(
  db: Db,
  { baseModel, training }: Pick<ModelRow, "baseModel"> & { training: Pick<ModelRow["training"], "mode"> },
  { kind = "sft", ...work }: WorkOfKind,
): Promise<SftCheck["seconds"]> {
  const jobs = await db.query(sql`
    select ${PAST_JOB}
    from (
      select j.id, extract(epoch from j.ended_at - j.started_at)::float8 as seconds
      from training_job j join model b on b.id = j.model_id
      where j.state = 'completed' and j.kind = ${kind} and j.step > 0 and j.ended_at > j.started_at
        and b.base_model = ${baseModel} and b.training_mode = ${training.mode}
      order by j.ended_at desc limit ${MAX_JOBS}) j
    join training_metric m on m.job_id = j.id and m.name = 'num_tokens' and m.tier = 0
    group by j.id, j.seconds having sum(m.sum) > 0`);
  return secondsAfter(jobs, work);
}

const PAST_JOB = columns({
  seconds: float(sql`j.seconds`),
  tokens: float(sql`sum(m.sum)`),
  laterTokens: orNull(float(sql`sum(m.sum) filter (where m.span > 0)`)),
  laterSteps: int(sql`count(*) filter (where m.span > 0)`),
  laterSeconds: orNull(
    float(sql`(select extract(epoch from max(e.created_at) - min(e.created_at)) from training_event e
      where e.job_id = j.id and e.type = 'gradient_step')`),
  ),
});

/** The measurements of a job that has ended; everything after its first step is counted separately. */
export type PastJob = Readonly<RowOf<typeof PAST_JOB>>;

export function secondsAfter(jobs: readonly PastJob[], work: Work): SftCheck["seconds"] {
  const each = jobs.map((job) => secondsLike(job, work));
  const estimate = median(each.map(({ middle }) => middle));
  if (estimate === null) return null;
  const low = Math.min(...each.map((one) => one.low)) / SPREAD;
  return { estimate, low, high: Math.max(...each.map((one) => one.high)) * SPREAD };
}

type Range = { low: number; middle: number; high: number };

/**
 * A job's speed is that of its steps except the first; the rest of its time, for samples and for writing the result, is a fixed cost per
 * job, however small. With a single step the two cannot be separated: a job of at most its size takes as long.
 *
 * The cost of a step is between a constant and a cost per token. For steps of the measured size both give the same; otherwise they are the
 * ends of the range, and their geometric mean is its middle.
 */
function secondsLike(job: PastJob, { tokens, steps }: Work): Range {
  const { seconds, tokens: done, laterTokens, laterSeconds, laterSteps } = job;
  if (!laterTokens || !laterSeconds) {
    const single = seconds * Math.max(1, tokens / done);
    return { low: single, middle: single, high: single };
  }
  const once = Math.max(0, seconds - (done * laterSeconds) / laterTokens);
  const byTokens = (tokens * laterSeconds) / laterTokens;
  const bySteps = steps === null ? byTokens : (steps * laterSeconds) / laterSteps;
  return {
    low: once + Math.min(byTokens, bySteps),
    middle: once + Math.sqrt(byTokens * bySteps),
    high: once + Math.max(byTokens, bySteps),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [left, right] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return left === undefined || right === undefined ? null : (left + right) / 2;
}
