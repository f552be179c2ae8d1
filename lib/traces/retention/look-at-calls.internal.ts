import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import type { RetentionUnit } from "#lib/contract/traces/retention.ts";
import { bool, columns, of, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";

type Asked = {
  projectId: string;
  unit: RetentionUnit;
  /** Only calls that started before it are looked at. */
  until: string;
  /** Only calls after this place; null from the oldest one on. */
  from: CallPlace | null;
  limit: number;
};

/** A call that is old enough, and whether it stays all the same. */
export type Looked = { id: string; startedAt: string; isKept: boolean };

/** Threads in which evaluations and reinforcement runs record what they asked. */
const OF_RUNS = ["eval/", "rl/"];

/**
 * The next calls in the order of their start, each with whether it stays. It does if its trace, or a thread of its trace, has a call that is newer or that
 * something hangs on, so that what people read together goes together. Traces and threads are named in statements of their own: whatever PostgreSQL
 * believes of the tables, it reads a project at most once for all of them, and not once for each.
 */
export async function lookAtCalls(db: Db, asked: Asked): Promise<Looked[]> {
  const batch = await oldestCalls(db, asked);
  const traces = await lookAtTraces(db, asked, [...new Set(batch.map(({ traceId }) => traceId))]);
  const threadIds = new Set([...traces.values()].flatMap((trace) => trace.threadIds));
  const keptThreads = await threadsKept(db, asked, [...threadIds]);
  return batch.map(({ id, startedAt, traceId }) => {
    const trace = traces.get(traceId);
    const isKept = trace ? trace.isKept || trace.threadIds.some((one) => keptThreads.has(one)) : true;
    return { id, startedAt, isKept };
  });
}

function oldestCalls(db: Db, { projectId, until, from, limit }: Asked) {
  const after = from ? sql`(c.started_at, c.id) > (${from.startedAt}::timestamptz, ${from.id})` : sql`true`;
  return db.query(sql`
    select ${columns({
      ...of("call c", "id"),
      traceId: text(sql`coalesce(c.trace_id, '')`),
      startedAt: text(utcText(sql`c.started_at`)),
    })}
    from call c
    where c.project_id = ${projectId} and c.started_at is not null and c.deleted_at is null
      and c.started_at < ${until}::timestamptz and ${after}
    order by c.started_at, c.id limit ${limit}`);
}

type Trace = { isKept: boolean; threadIds: string[] };

async function lookAtTraces(
  db: Db,
  asked: Asked,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, Trace>> {
  const found = await db.query(sql`
    select ${columns({
      traceId: text(sql`c.trace_id`),
      isKept: bool(sql`bool_or(${keeps(asked)})`),
      threadIds: texts(sql`coalesce(array_agg(distinct c.thread_id) filter (where c.thread_id <> ''), '{}')`),
    })}
    from call c where c.project_id = ${asked.projectId} and c.trace_id = any(${[...traceIds]}::text[]) group by c.trace_id`);
  return new Map(found.map(({ traceId, ...trace }) => [traceId, trace]));
}

async function threadsKept(db: Db, asked: Asked, threadIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ofRuns = threadIds.filter((id) => OF_RUNS.some((start) => id.startsWith(start)));
  const others = threadIds.filter((id) => !ofRuns.includes(id));
  const found = await db.query(sql`
    select ${columns({ threadId: text(sql`c.thread_id`) })}
    from call c where c.project_id = ${asked.projectId} and c.thread_id = any(${others}::text[])
    group by c.thread_id having bool_or(${keeps(asked)})`);
  return new Set([...ofRuns, ...found.map(({ threadId }) => threadId)]);
}

/** That a call (as `c`) is newer, or that feedback, a queue or the evidence of a dataset names it; each is looked up by the call alone. */
function keeps({ projectId, unit, until }: Asked): Sql {
  const item = sql`select from queue_item i where ${notByIndex(sql`i.project_id`)} = ${projectId} and i.deleted_at is null and exists (
    select from annotation_queue q where q.id = i.queue_id and q.project_id = i.project_id and q.deleted_at is null offset 0)`;
  const reasons = [
    sql`c.started_at >= ${until}::timestamptz`,
    // What arrives late, such as an import of earlier calls, has its days from then on.
    ...(unit === "days" ? [sql`c.created_at >= ${until}::timestamptz`] : []),
    sql`exists (select from feedback f where f.call_id = c.id and ${notByIndex(sql`f.project_id`)} = ${projectId} offset 0)`,
    sql`exists (${item} and i.call_id = c.id offset 0)`,
    sql`exists (${item} and i.pair_call_id = c.id offset 0)`,
    sql`exists (
      select from dataset_evidence e where e.project_id = ${projectId} and e.evidence_id = c.id and e.kind = 'call' offset 0)`,
  ];
  return sql`(c.deleted_at is null and (${join(reasons, " or ")}))`;
}
