import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queue-rules.ts";
import { MAX_MATCHES } from "#lib/contract/annotation/queue-rules.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { checkConditions } from "./check-rule.internal.ts";
import { isTaken } from "./matching-calls.internal.ts";

type Endpoint = typeof contract.countRuleMatches;

export async function countRuleMatches(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, ...conditions } = input;
  await requireQueue(ctx, queueId);
  checkConditions(ctx, conditions);
  const [row] = await ctx.db.query(sql`
    select ${columns({ count: int(sql`count(*)`) })}
    from (select from call c where ${isTaken(ctx, conditions)} limit ${MAX_MATCHES + 1}) m`);
  const count = row?.count ?? 0;
  return { count: Math.min(count, MAX_MATCHES), hasMore: count > MAX_MATCHES };
}
