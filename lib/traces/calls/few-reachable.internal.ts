import type { Ctx } from "#lib/access/context.ts";
import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import { columns, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { queuedCalls } from "#lib/traces/reachable-calls.ts";

/** Beyond these, going through all calls meets those that may be seen about as soon as looking each of them up. */
const MOST_QUEUED = 2_000;
/** A call may be found three times: by itself, its trace and its conversation. */
const MOST_FOUND = 20_000;

const QUEUED = columns({
  id: text(sql`qc.id`),
  traceId: orNull(text(sql`qc.trace_id`)),
  threadId: orNull(text(sql`qc.thread_id`)),
});
const PLACE = columns({ startedAt: text(utcText(sql`c.started_at`)), ...of("call c", "id") });

/**
 * The places of the calls that an annotator may see and that fulfil a condition (on `c`), in order: found by the items of queues, as going through a
 * project of a million calls for twenty takes seconds. Null where they are many, or the reader sees all.
 */
export async function fewReachable(
  ctx: Ctx,
  { where, order }: { where: Sql; order: Sql },
): Promise<CallPlace[] | null> {
  if (ctx.project.role !== "annotator") return null;
  const queued = await ctx.db.query(sql`
    select ${QUEUED} ${queuedCalls(ctx)} limit ${MOST_QUEUED + 1}`);
  if (queued.length > MOST_QUEUED) return null;
  const within = (column: Sql, values: (string | null)[]) => sql`
    select c.id, c.started_at from call c
    where c.project_id = ${ctx.project.id} and ${column} = any(${distinct(values)}::text[])
      and c.started_at is not null and c.deleted_at is null and ${where}`;
  const ids = queued.map(({ id }) => id);
  const traceIds = queued.map(({ traceId }) => traceId);
  const threadIds = queued.map(({ threadId }) => threadId);
  const found = await ctx.db.query(sql`
    select ${PLACE} from (
      ${within(sql`c.id`, ids)}
      union all ${within(sql`c.trace_id`, traceIds)}
      union all ${within(sql`c.thread_id`, threadIds)}
      limit ${MOST_FOUND + 1}) c
    ${order}`);
  if (found.length > MOST_FOUND) return null;
  // Equal ones follow one another.
  return found.filter(({ id }, at) => id !== found[at - 1]?.id);
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
