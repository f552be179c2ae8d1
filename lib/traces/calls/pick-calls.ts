import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { pickCalls as contract } from "#lib/contract/traces/call-lists.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "./call-conditions.ts";

type Input = InputOf<typeof contract>;

/** The ids of matching calls. A random few are those of the lowest hashes, which a seed shuffles: every set is then as likely as any other. */
export async function pickCalls(ctx: Ctx, input: Input): Promise<AsyncIterable<ReplyOf<typeof contract>>> {
  return ctx.db.stream(sql`
    select ${columns(of("call c", "id"))} from call c where ${callConditions(ctx, input)} ${orderOf(input.random)}`);
}

function orderOf(random: Input["random"]): Sql {
  return random
    ? sql`order by md5(${String(random.seed)} || ' ' || c.id), c.id limit ${random.count}`
    : sql`order by c.started_at, c.id`;
}
