import type { Ctx } from "#lib/access/context.ts";
import { JUDGE_PREFIX } from "#lib/annotation/judge-prefix.internal.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-lead.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, json, text, time } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { answersTo, decisionsOn, type ItemsOfQueue } from "./item-answers.internal.ts";

type Endpoint = typeof contract.queryItemAnswers;
type Judgement = ReplyOf<Endpoint>["judgements"][number];

/** Items that the queue does not have, or has no more, are passed over. */
export async function queryItemAnswers(
  ctx: Ctx,
  { queueId, itemIds }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const items = { projectId: ctx.project.id, queueId, itemIds };
  return {
    answers: await answersTo(ctx.db, items),
    judgements: await judgementsOn(ctx.db, items),
    decisions: await decisionsOn(ctx.db, items),
  };
}

const JUDGEMENT = columns({
  itemId: text(sql`j.item_id`),
  judge: text(sql`j.judge`),
  output: json(sql`j.output`),
  createdAt: time(sql`j.created_at`),
});

/** The latest that each judge said of each item's call. */
function judgementsOn(db: Db, { projectId, queueId, itemIds }: ItemsOfQueue): Promise<Judgement[]> {
  return db.query(sql`
    select ${JUDGEMENT} from (
      select distinct on (i.id, f.runnable_ref)
        i.id as item_id, f.runnable_ref as judge, f.payload -> 'output' as output, f.created_at, i.position
      from queue_item i
      join feedback f on f.project_id = i.project_id and f.call_id = i.call_id
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.id = any(${itemIds}::text[]) and i.deleted_at is null
        and f.runnable_ref is not null and starts_with(f.feedback_type, ${JUDGE_PREFIX})
      order by i.id, f.runnable_ref, f.created_at desc, f.id collate "C" desc) j
    order by j.position, j.judge`);
}
