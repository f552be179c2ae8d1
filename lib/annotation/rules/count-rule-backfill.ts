import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import { MAX_BACKFILL } from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { matchingCalls, roomOf } from "./matching-calls.internal.ts";
import { requireRule } from "./rule-records.internal.ts";

type Endpoint = typeof contract.countRuleBackfill;

export async function countRuleBackfill(
  ctx: Ctx,
  { queueId, ruleId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireQueue(ctx, queueId);
  const rule = await requireRule(ctx, { queueId, ruleId });
  const [row] = await ctx.db.query(sql`
    select ${columns({
      matching: int(sql`count(*)`),
      inRate: int(sql`count(*) filter (where m.in_rate)`),
      queued: int(sql`count(*) filter (where m.in_rate and m.queued)`),
      removed: int(sql`count(*) filter (where m.in_rate and m.removed and not m.queued)`),
      room: int(roomOf(rule)),
    })} from (${matchingCalls(ctx, rule, null)}) m`);
  const { matching = 0, inRate = 0, queued = 0, removed = 0, room = 0 } = row ?? {};
  const left = inRate - queued - removed;
  const toAdd = Math.min(left, room, MAX_BACKFILL);
  return { matching, inRate, queued, removed, toAdd, heldBack: left - toAdd };
}
