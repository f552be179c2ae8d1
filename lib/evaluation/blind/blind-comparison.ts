import type { Ctx } from "#lib/access/context.ts";
import type { BlindComparison } from "#lib/contract/evaluation/blind-queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { blindQueuesOf } from "./blind-queue-records.internal.ts";
import { blindRates } from "./blind-rates.ts";
import { blindVotes } from "./blind-votes.internal.ts";

/**
 * What people said who compared these runs blindly. Votes count once a queue is done: who looked at them before could stop when they like what
 * they see.
 */
export async function blindComparison(
  ctx: Pick<Ctx, "db" | "project">,
  evaluationId: string,
  runIds: readonly string[],
): Promise<BlindComparison> {
  const ids = [...runIds];
  const queues = await blindQueuesOf(
    ctx,
    sql`b.evaluation_id = ${evaluationId} and b.run_a = any(${ids}::text[]) and b.run_b = any(${ids}::text[])`,
  );
  const votes = [];
  for (const queue of queues) if (queue.isDone) votes.push(...(await blindVotes(ctx, queue)));
  return { queues, rates: blindRates(runIds, { votes, queues: queues.filter(({ isDone }) => isDone) }) };
}
