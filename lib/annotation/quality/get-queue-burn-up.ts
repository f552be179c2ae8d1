import type { Ctx } from "#lib/access/context.ts";
import { noSuchQueue } from "#lib/annotation/require-queue.ts";
import { ANSWERS_WANTED } from "#lib/annotation/slots.internal.ts";
import type * as contract from "#lib/contract/annotation/queue-quality.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { bool, columns, int, of, orNull, type RowOf, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { type Bucket, forecastEnd } from "./forecast-end.internal.ts";

type Endpoint = typeof contract.getQueueBurnUp;

/**
 * Queues of up to three days are shown by the hour, of up to two years by the day, and older ones by the week. Where items want an
 * answer of everybody, items are counted: one is done with its first answer, or once it was dropped. Answers beyond those that an item
 * wants are left out.
 */
export async function getQueueBurnUp(ctx: Ctx, { queueId }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const age = await ageOf(ctx, queueId);
  const bucketSeconds = bucketFor((age.now.getTime() - age.createdAt.getTime()) / 1000);
  const place = { projectId: ctx.project.id, queueId, bucketSeconds };
  const buckets = withEmptyOnes(await bucketsOf(ctx.db, place), { ...age, bucketSeconds });
  // Nobody continues an archived queue.
  const remaining = age.isArchived ? 0 : await remainingOf(ctx.db, place);
  let [given, wanted] = [0, 0];
  const points = buckets.map((bucket) => {
    given += bucket.given;
    wanted += bucket.wanted;
    const end = bucket.start.getTime() + bucketSeconds * 1000;
    return { at: new Date(Math.min(end, age.now.getTime())), given, wanted };
  });
  return {
    unit: age.isForAll ? "item" : "answer",
    bucketSeconds,
    begunAt: beginOf(buckets, { ...age, bucketSeconds }),
    firstAnswerAt: firstAnswerOf(buckets),
    points,
    forecast: forecastEnd({ buckets, bucketSeconds, remaining, now: age.now }),
  };
}

/** What was brought along can be older than the queue. */
function beginOf(
  [first, ...others]: readonly Bucket[],
  { createdAt, bucketSeconds }: Pick<Age, "createdAt"> & { bucketSeconds: number },
): Date {
  if (!first) return createdAt;
  const isOlder = first.start.getTime() + bucketSeconds * 1000 <= createdAt.getTime();
  const begun = isOlder ? first.start : createdAt;
  const answered = firstAnswerOf([first, ...others]);
  return answered && answered < begun ? answered : begun;
}

function firstAnswerOf(buckets: readonly Bucket[]): Date | null {
  return buckets.find(({ firstAt }) => firstAt !== null)?.firstAt ?? null;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

function bucketFor(ageSeconds: number): number {
  if (ageSeconds <= 3 * DAY) return HOUR;
  return ageSeconds <= 730 * DAY ? DAY : 7 * DAY;
}

const AGE = columns({
  ...of("annotation_queue", "createdAt", "isArchived"),
  isForAll: bool(sql`annotators_per_item is null`),
  now: time(sql`statement_timestamp()`),
});
type Age = RowOf<typeof AGE>;

async function ageOf({ db, project }: Ctx, queueId: string): Promise<Age> {
  const [queue] = await db.query(sql`
    select ${AGE} from annotation_queue
    where project_id = ${project.id} and id = ${queueId} and deleted_at is null`);
  if (!queue) throw noSuchQueue(queueId);
  return queue;
}

type Place = { projectId: string; queueId: string; bucketSeconds: number };
/** Counts from the beginning of 1970, so that hours and days are those of UTC. */
const COUNTED_BUCKET = columns({
  number: int(sql`number`),
  given: int(sql`sum(given)`),
  wanted: int(sql`sum(wanted)`),
  firstAt: orNull(time(sql`min(at)`)),
});
type CountedBucket = RowOf<typeof COUNTED_BUCKET>;

function bucketsOf(db: Db, { projectId, queueId, bucketSeconds }: Place): Promise<CountedBucket[]> {
  const numberOf = (time: Sql) => sql`floor(extract(epoch from ${time}) / ${bucketSeconds}::int)::int`;
  return db.query(sql`
    with items as materialized (${itemsWithAnswers({ projectId, queueId })}),
    given as (
      select at from (
        select coalesce(p.finished_at, p.updated_at) as at, i.wanted,
          row_number() over (partition by i.id order by coalesce(p.finished_at, p.updated_at)) as nth
        from items i
        join item_progress p on p.project_id = ${projectId} and p.item_id = i.id and p.state = 'completed'
        where i.per_item is not null) answer
      where nth <= wanted
      union all
      select coalesce(i.first_at, i.skipped_at) from items i where i.per_item is null and (i.is_dropped or i.answers > 0))
    select ${COUNTED_BUCKET} from (
      select ${numberOf(sql`i.created_at`)} as number, 0 as given, i.wanted, null::timestamptz as at from items i
      union all
      select ${numberOf(sql`g.at`)}, 1, 0, g.at from given g) counted
    group by number order by number`);
}

async function remainingOf(db: Db, { projectId, queueId }: Place): Promise<number> {
  const remaining = int(
    sql`coalesce(sum(greatest(i.wanted - i.answers, 0)) filter (where not i.is_dropped), 0)`,
  );
  const [row] = await db.query(sql`
    select ${columns({ remaining })}
    from (${itemsWithAnswers({ projectId, queueId })}) i`);
  return row?.remaining ?? 0;
}

/** What was dropped wants no more answers than it has; where items are counted, it is done. */
function itemsWithAnswers({ projectId, queueId }: { projectId: string; queueId: string }): Sql {
  const wanted = sql`coalesce(${ANSWERS_WANTED}, 1)`;
  return sql`
    select i.id, i.created_at, i.is_dropped, q.annotators_per_item as per_item, p.answers, p.first_at, p.skipped_at,
      case when i.is_dropped and q.annotators_per_item is not null then least(${wanted}, p.answers) else ${wanted} end as wanted
    from queue_item i
    join annotation_queue q on q.project_id = i.project_id and q.id = i.queue_id
    cross join lateral (
      select count(*) filter (where p.state = 'completed') as answers,
        min(coalesce(p.finished_at, p.updated_at)) filter (where p.state = 'completed') as first_at,
        min(coalesce(p.finished_at, p.updated_at)) filter (where p.state = 'skipped') as skipped_at
      from item_progress p
      where p.project_id = i.project_id and p.item_id = i.id and p.state in ('completed', 'skipped')) p
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null`;
}

/** Every bucket from the queue's beginning to now, also those in which nothing happened. */
function withEmptyOnes(
  counted: readonly CountedBucket[],
  { createdAt, now, bucketSeconds }: Pick<Age, "createdAt" | "now"> & { bucketSeconds: number },
): Bucket[] {
  const numberOf = (time: Date) => Math.floor(time.getTime() / 1000 / bucketSeconds);
  const first = Math.min(numberOf(createdAt), counted[0]?.number ?? Number.POSITIVE_INFINITY);
  const byNumber = new Map(counted.map((bucket) => [bucket.number, bucket]));
  return Array.from({ length: numberOf(now) - first + 1 }, (_, index) => {
    const { given = 0, wanted = 0, firstAt = null } = byNumber.get(first + index) ?? {};
    return { start: new Date((first + index) * bucketSeconds * 1000), given, wanted, firstAt };
  });
}
