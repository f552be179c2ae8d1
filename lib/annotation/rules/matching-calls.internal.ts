import type { Ctx } from "#lib/access/context.ts";
import { BLIND_OP_NAME } from "#lib/contract/evaluation/blind-answers.ts";
import type { Query } from "#lib/contract/query.ts";
import type { CallFilter } from "#lib/contract/traces/call-fields.ts";
import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { notByIndex } from "#lib/platform/query/not-by-index.ts";
import { callConditions } from "#lib/traces/calls/call-conditions.ts";
import { isTrafficThread } from "#lib/traces/threads/traffic.ts";
import { conditionsOf } from "./rule-records.internal.ts";

export type Reader = Pick<Ctx, "actor" | "project">;

/** Digits of a hash, as a fraction of 2^48. */
const HASHES = 2 ** 48;

/** Ended calls that pass the rule's conditions, and what keeps each of them out: the rate, an item, or a removed item. */
export function matchingCalls(reader: Reader, rule: RuleRow, among: readonly string[] | null): Sql {
  const { filter, query } = conditionsOf(rule);
  const { includesOwn } = rule;
  const taken = isTaken(reader, { filter: filter ?? undefined, query: query ?? undefined, includesOwn });
  const isAmong = among === null ? sql`true` : sql`c.id = any(${[...among]}::text[])`;
  const { queued, removed } = among === null ? itemsOfAny(rule) : itemsOfFew(rule);
  return sql`
    select c.id, c.started_at, c.ended_at, c.op_name, c.trace_id,
      ${isInRate(rule)} as in_rate,
      ${queued} as queued,
      ${removed} as removed
    from call c
    where ${taken} and ${isAmong}`;
}

export type TakenBy = {
  filter?: CallFilter | undefined;
  query?: Query | undefined;
  includesOwn: boolean;
};

/** The condition on a call (as `c`) that it is ended and passes conditions; those that Spindle itself made do only where they are meant. */
export function isTaken(reader: Reader, { includesOwn, ...conditions }: TakenBy): Sql {
  const isTraffic = includesOwn
    ? sql`true`
    : sql`${isTrafficThread(sql`c.thread_id`)} and coalesce(c.op_name, '') <> ${BLIND_OP_NAME}`;
  return sql`${callConditions(reader, conditions)} and c.op_name is not null and c.ended_at is not null and ${isTraffic}`;
}

type Items = { queued: Sql; removed: Sql };

/** Of all calls at once: the items of the queue are read once, since the list of their calls hangs on no call. */
function itemsOfAny({ projectId, queueId }: RuleRow): Items {
  const itemsThat = (condition: Sql) => sql`
    c.id in (
      select i.call_id from queue_item i
      where i.project_id = ${projectId} and i.queue_id = ${queueId} and ${condition})`;
  return { queued: itemsThat(sql`i.deleted_at is null`), removed: itemsThat(sql`i.deleted_at is not null`) };
}

/** Of a few calls, in a queue that may have a hundred thousand items: by the call, and by no index of what is in the queue. */
function itemsOfFew({ queueId }: RuleRow): Items {
  const items = sql`
    from queue_item i
    where i.call_id = c.id and ${notByIndex(sql`i.project_id`)} = c.project_id and ${notByIndex(sql`i.queue_id`)} = ${queueId}`;
  return {
    queued: sql`coalesce((select bool_or(i.deleted_at is null) ${items}), false)`,
    removed: sql`coalesce((select bool_or(i.deleted_at is not null) ${items}), false)`,
  };
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
