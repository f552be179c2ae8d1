import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import { columns, float, int, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Skip = {
  jobId: string;
  /** Number of the last event already seen; 0 is none. */
  afterNumber: bigint;
  /** The number of last events to return in full. */
  tail: number;
};

/** The events to send in place of all, and the number after which everything follows. */
export type Skipped = { events: TrainingEvent[]; lastNumber: bigint };

/** Of these a long job has one for each step, or one every few seconds. */
const FREQUENT = ["gradient_step", "speed"];

/**
 * Shortens a job's history: returns only the rare events, and then one called `so_far` with the number of steps, events and tokens up to
 * there. It has the id of the last skipped event, so that a reader can resume after it.
 */
export async function skipSteps(db: Db, { jobId, afterNumber, tail }: Skip): Promise<Skipped> {
  const [last] = await db.query(
    sql`
      select ${LAST_LEFT_OUT}
      from training_job j
      join training_event e on e.job_id = j.id
      where j.id = ${jobId} and e.number > ${String(afterNumber)}::bigint and e.number <= j.event_count - ${tail}::bigint
        and e.type = any(${FREQUENT})
      order by e.number desc limit 1`,
    "find-last-event-left-out",
  );
  if (!last) return { events: [], lastNumber: afterNumber };
  const rare = await db.query(
    sql`
      select ${EVENT} from training_event
      where job_id = ${jobId} and number > ${String(afterNumber)}::bigint and number < ${last.number}::bigint
        and type <> all(${FREQUENT})
      order by number`,
    "read-rare-training-events",
  );
  return { events: [...rare, await soFar(db, jobId, last)], lastNumber: BigInt(last.number) };
}

const LAST_LEFT_OUT = columns(of("training_event e", "id", "number", "createdAt"));
const EVENT = columns({
  ...of("training_event", "id", "type", "createdAt"),
  data: json<TrainingEvent["data"]>(sql`data`),
});

type LastLeftOut = RowOf<typeof LAST_LEFT_OUT>;

async function soFar(db: Db, jobId: string, { id, number, createdAt }: LastLeftOut): Promise<TrainingEvent> {
  const tokens = sql`(
    select coalesce(sum(last) filter (where name = 'num_tokens'), sum(last), 0) from training_metric
    where job_id = ${jobId} and name in ('num_tokens', 'train_tokens') and tier = 0 and span < done.steps)`;
  const [done] = await db.query(
    sql`
      with done as (
        select count(*)::integer as steps from training_event
        where job_id = ${jobId} and number <= ${number}::bigint and type = 'gradient_step')
      select ${columns({ steps: int(sql`done.steps`), tokens: float(tokens) })} from done`,
    "sum-up-training-events",
  );
  return { id, type: "so_far", data: { events: Number(number), ...done }, createdAt };
}
