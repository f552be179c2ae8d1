import type { Ctx } from "#lib/access/context.ts";
import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { callConditions } from "#lib/traces/calls/call-conditions.ts";
import { isTrafficThread } from "#lib/traces/threads/traffic.ts";
import { conditionsOf } from "./rule-records.internal.ts";

export type Reader = Pick<Ctx, "actor" | "project">;

/** Digits of a hash, as a fraction of 2^48. */
const HASHES = 2 ** 48;

/** Ended calls that pass the rule's conditions, and what keeps each of them out: the rate, an item, or a removed item. */
export function matchingCalls(reader: Reader, rule: RuleRow, among: readonly string[] | null): Sql {
  const { filter, query } = conditionsOf(rule);
  const conditions = callConditions(reader, { filter: filter ?? undefined, query: query ?? undefined });
  const isAmong = among === null ? sql`true` : sql`c.id = any(${[...among]}::text[])`;
  const isTraffic = rule.includesOwn
    ? sql`true`
    : sql`${isTrafficThread(sql`c.thread_id`)} and coalesce(c.op_name, '') <> 'blind_answer'`;
  const itemOf = sql`from queue_item i
    where i.project_id = c.project_id and i.call_id = c.id and i.queue_id = ${rule.queueId}`;
  return sql`
    select c.id, c.started_at, c.ended_at, c.op_name, c.trace_id,
      ${isInRate(rule)} as in_rate,
      exists (select ${itemOf} and i.deleted_at is null) as queued,
      exists (select ${itemOf} and i.deleted_at is not null) as removed
    from call c
    where ${conditions} and c.op_name is not null and c.ended_at is not null and ${isAmong} and ${isTraffic}`;
}

/** Decided by both ids alone, so that the same calls are chosen whenever they are asked about. */
function isInRate({ id, rate }: RuleRow): Sql {
  if (rate >= 1) return sql`true`;
  const hash = sql`sha256(convert_to(${id} || '/' || c.id, 'UTF8'))`;
  return sql`('x' || left(encode(${hash}, 'hex'), 12))::bit(48)::bigint < ${Math.round(rate * HASHES)}::bigint`;
}

/** How many further items the rule may add to its queue. */
export function roomOf({ projectId, queueId, maxOpen }: RuleRow): Sql {
  if (maxOpen === null) return sql`2147483647`;
  return sql`greatest(0, ${maxOpen}::int - (
    select count(*) from queue_item i
    where i.project_id = ${projectId} and i.queue_id = ${queueId} and i.deleted_at is null and i.is_open))`;
}
