import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { purgeFeedback as contract } from "#lib/contract/traces/feedback.ts";
import { columns, int, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { purgeableFeedback } from "#lib/traces/feedback/purgeable-feedback.ts";
import { type LostAnswer, reopenUnanswered } from "./reopen-unanswered.internal.ts";

/** Enough of a query to see what was asked; the log does not take thousands of ids. */
const MAX_QUERY_CHARACTERS = 1000;

/** Deletes for good what the query matches, and says how much that was. Items of queues that lose an answer by it are open again. */
export async function purgeFeedback(
  ctx: Ctx,
  { query }: InputOf<typeof contract>,
): Promise<{ purgedCount: number }> {
  const condition = await purgeableFeedback(ctx, query.$expr);
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db };
    await lockItemsOf(db, condition);
    const gone = await deleteFeedback(db, condition);
    const purgedCount = gone.reduce((sum, { count }) => sum + count, 0);
    if (await reopenUnanswered(within, gone.flatMap(inQueue)))
      await tellProject(db, ctx.project.id, "queues");
    await recordAudit(within, {
      action: "feedback.purged",
      projectId: ctx.project.id,
      details: { count: purgedCount, query: JSON.stringify(query).slice(0, MAX_QUERY_CHARACTERS) },
    });
    return { purgedCount };
  });
}

/** Before the feedback, as everybody does who writes an answer: in another order two would wait for each other. */
async function lockItemsOf(db: Db, condition: Sql): Promise<void> {
  await db.query(sql`
    with answered as materialized (
      select distinct f.project_id, f.queue_id, f.call_id from feedback f
      where ${condition} and f.queue_id is not null and f.call_id is not null),
    locked as materialized (
      select i.id from queue_item i
      where (i.project_id, i.queue_id) in (select project_id, queue_id from answered) and i.deleted_at is null
        and exists (
          select from answered a
          where a.project_id = i.project_id and a.queue_id = i.queue_id and a.call_id in (i.call_id, i.pair_call_id))
      order by i.id for no key update)
    select ${columns({ count: int(sql`count(*)`) })} from locked`);
}

const GONE = columns({
  ...of("feedback gone", "queueId", "callId", "userId", "feedbackType"),
  count: int(sql`count(*)`),
});

/** How much there was of each kind from each person, by what it was about where that was in a queue. */
function deleteFeedback(db: Db, condition: Sql): Promise<RowOf<typeof GONE>[]> {
  return db.query(sql`
    with deleted as (
      delete from feedback f where ${condition} returning f.queue_id, f.call_id, f.user_id, f.feedback_type),
    gone as (
      select queue_id, case when queue_id is not null then call_id end as call_id, user_id, feedback_type from deleted)
    select ${GONE} from gone group by gone.queue_id, gone.call_id, gone.user_id, gone.feedback_type`);
}

function inQueue({ queueId, callId, userId, feedbackType }: RowOf<typeof GONE>): LostAnswer[] {
  return queueId === null || callId === null ? [] : [{ queueId, callId, userId, feedbackType }];
}
