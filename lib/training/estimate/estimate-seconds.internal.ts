import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import { columns, float, int, orNull, type RowOf, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { firstUnits, heldOutTokensOf, stepUnits, type Work } from "./work-units.internal.ts";

/** Jobs that are asked for their speed. */
const MAX_JOBS = 5;

/** Its steps are null where nobody has counted them. */
type Asked = Work & { steps: number | null };

/**
 * How long so much work takes, after earlier jobs of the same base model and way of training on this service: the newest ones of its kind, and where these are few, the newest ones
 * of the other kind, whose tokens are worth as much once it is counted what is done with each. The estimate is the median of what each of them says; the range goes from the least
 * to the most that any of them says, and beyond. Null where no such job has ended well.
 */
export async function estimateSeconds(
  db: Db,
  { baseModel, training }: Pick<ModelRow, "baseModel"> & { training: Pick<ModelRow["training"], "mode"> },
  work: Asked,
): Promise<SftCheck["seconds"]> {
  const kind = work.loss === null ? "sft" : "preference";
  const jobs = await db.query(sql`
    select ${PAST_JOB}
    from (
      select j.id, j.kind, j.config::text as config, extract(epoch from j.ended_at - j.started_at)::float8 as seconds, (
        select e.data::text from training_event e where e.job_id = j.id and e.is_listed order by e.number limit 1) as facts
      from training_job j join model b on b.id = j.model_id
      where j.state = 'completed' and j.kind in ('sft', 'preference') and j.step > 0 and j.ended_at > j.started_at and j.made_way_at is null
        and b.base_model = ${baseModel} and b.training_mode = ${training.mode}
        and exists (select 1 from training_metric m where m.job_id = j.id and m.name = 'num_tokens' and m.tier = 0 and m.sum > 0)
      order by (j.kind = ${kind}) desc, j.ended_at desc limit ${MAX_JOBS}) j
    join training_metric m on m.job_id = j.id and m.name in ('num_tokens', 'validation_loss') and m.tier = 0
    group by j.id, j.kind, j.config, j.seconds, j.facts`);
  return secondsAfter(jobs.map(pastJob), work);
}

const TOKENS = sql`m.name = 'num_tokens'`;
const MEASURED = sql`m.name = 'validation_loss'`;
/** Everything after a job's first step is counted separately. */
const LATER = sql`m.span > 0`;
const fact = (name: string) => float(sql`coalesce((j.facts::json ->> ${name})::float8, 0)`);
const PAST_JOB = columns({
  loss: orNull(
    text(sql`case when j.kind = 'preference' then coalesce(j.config::json ->> 'loss', 'dpo') end`),
  ),
  seconds: float(sql`j.seconds`),
  tokens: float(sql`sum(m.sum) filter (where ${TOKENS})`),
  measurements: int(sql`count(*) filter (where ${MEASURED})`),
  laterTokens: float(sql`coalesce(sum(m.sum) filter (where ${TOKENS} and ${LATER}), 0)`),
  laterSteps: int(sql`count(*) filter (where ${TOKENS} and ${LATER})`),
  laterMeasurements: int(sql`count(*) filter (where ${MEASURED} and ${LATER})`),
  laterSeconds: orNull(
    float(sql`(select extract(epoch from max(e.created_at) - min(e.created_at)) from training_event e
      where e.job_id = j.id and e.type = 'gradient_step')`),
  ),
  rows: fact("num_rows"),
  dataTokens: fact("num_tokens"),
  heldOutRows: fact("num_validation_rows"),
});

/** A job that has ended; what it did after its first step, and how long that took, is counted separately. */
export type PastJob = Readonly<
  Work & { seconds: number; later: { tokens: number; measurements: number; steps: number; seconds: number } }
>;

function pastJob(row: RowOf<typeof PAST_JOB>): PastJob {
  const { rows, dataTokens, heldOutRows, seconds, tokens, measurements } = row;
  return {
    // The column holds only what the contract took.
    loss: row.loss as PreferenceLoss | null,
    ...{ seconds, tokens, measurements, dataTokens },
    heldOutTokens: heldOutTokensOf(heldOutRows, { rows, tokens: dataTokens }),
    later: {
      tokens: row.laterTokens,
      measurements: row.laterMeasurements,
      steps: row.laterSteps,
      seconds: row.laterSeconds ?? 0,
    },
  };
}

export function secondsAfter(jobs: readonly PastJob[], work: Asked): SftCheck["seconds"] {
  const each = jobs.map((job) => secondsLike(job, work));
  const estimate = median(each.map(({ middle }) => middle));
  if (estimate === null) return null;
  const beyond = spreadOf(jobs.length);
  const low = Math.min(...each.map((one) => one.low)) / beyond;
  return { estimate, low, high: Math.max(...each.map((one) => one.high)) * beyond };
}

/** Training yields to everything else on its machine. Of one job nobody knows how busy that was; several show between them how much it varies. */
function spreadOf(jobs: number): number {
  return 1.25 + 0.75 / jobs;
}

type Range = { low: number; middle: number; high: number };

/**
 * A job's speed is that of its steps except the first; the rest of its time, but for what the reference reads before them, is a fixed cost per
 * job, however small: opening the model, samples, writing the result. With a single step the two cannot be separated: a job of at most its size takes as long.
 *
 * The cost of a step is between a constant and a cost per token. For steps of the measured size both give the same; otherwise they are the
 * ends of the range, and their geometric mean is its middle. Steps of the other kind of job say nothing of a step.
 */
function secondsLike(job: PastJob, work: Asked): Range {
  const { seconds, later } = job;
  const laterUnits = stepUnits({ ...job, ...later });
  const [done, wanted] = [firstUnits(job) + stepUnits(job), firstUnits(work) + stepUnits(work)];
  if (laterUnits === 0 || later.seconds === 0) {
    const single = seconds * Math.max(1, wanted / done);
    return { low: single, middle: single, high: single };
  }
  const perUnit = later.seconds / laterUnits;
  const once = Math.max(0, seconds - done * perUnit) + firstUnits(work) * perUnit;
  const isOfKind = (job.loss === null) === (work.loss === null);
  const byTokens = stepUnits(work) * perUnit;
  const bySteps = work.steps === null || !isOfKind ? byTokens : (work.steps * later.seconds) / later.steps;
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
