import type { SftCheck } from "#lib/contract/training-data.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import type { ModelRow } from "#lib/models/open-model.ts";

/** Jobs that are asked for their speed, the newest ones. */
const MOST_JOBS = 5;
/** A machine is never twice as busy with other things; the range says so on either side of what was measured. */
const SPREAD = 1.25;

/**
 * How long training on so many tokens takes: their number over the speed of earlier supervised jobs of the same base model and way of
 * training on this service. The estimate is the median of those jobs; the range goes from the fastest to the slowest of them, and a
 * quarter beyond. Null where no such job has ended well.
 */
export async function estimateSeconds(
  db: Db,
  { baseModel, training }: Pick<ModelRow, "baseModel"> & { training: Pick<ModelRow["training"], "mode"> },
  tokens: number,
): Promise<SftCheck["seconds"]> {
  const jobs = await db.query<{ tokensPerSecond: number }>(sql`
    select sum(m.sum) / j.seconds as "tokensPerSecond"
    from (
      select j.id, extract(epoch from j.ended_at - j.started_at)::float8 as seconds
      from training_job j join model b on b.id = j.model_id
      where j.state = 'completed' and j.kind = 'sft' and j.step > 0 and j.ended_at > j.started_at
        and b.base_model = ${baseModel} and b.training_mode = ${training.mode}
      order by j.ended_at desc limit ${MOST_JOBS}) j
    join training_metric m on m.job_id = j.id and m.name = 'num_tokens' and m.tier = 0
    group by j.id, j.seconds having sum(m.sum) > 0`);
  const speeds = jobs.map(({ tokensPerSecond }) => tokensPerSecond).sort((a, b) => a - b);
  return secondsAt(speeds, tokens);
}

/** `speeds` ascending, in tokens a second. */
export function secondsAt(speeds: readonly number[], tokens: number): SftCheck["seconds"] {
  const [slowest, fastest] = [speeds[0], speeds.at(-1)];
  if (slowest === undefined || fastest === undefined) return null;
  const middle =
    ((speeds[(speeds.length - 1) >> 1] ?? slowest) + (speeds[speeds.length >> 1] ?? slowest)) / 2;
  return {
    estimate: tokens / middle,
    low: tokens / fastest / SPREAD,
    high: (tokens / slowest) * SPREAD,
  };
}
