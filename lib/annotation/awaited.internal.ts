import type { AwaitedBy } from "#lib/contract/annotation/awaited.ts";
import type { AskedBy } from "#lib/contract/annotation/queues.ts";
import { json, orNull } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";

/** Whether a reinforcement run waits for an item (as `i`); after its deadline it does no longer, whenever the worker looks. */
export const IS_AWAITED: Sql = sql`(i.awaited_until > clock_timestamp())`;

/** The nearest deadline first, then what the graders are least sure of. */
export const AWAITED_ORDER: Sql = sql`i.awaited_until, i.priority desc, i.position`;

/** The same before any other order, which is left to the items that nobody waits for. */
export const AWAITED_FIRST: Sql = sql`
  case when ${IS_AWAITED} then i.awaited_until end,
  case when ${IS_AWAITED} then -i.priority end,
  case when ${IS_AWAITED} then i.position end`;

/** Who waits for an open item, as the wire shows it. */
export const AWAITED = orNull(
  json<AwaitedBy>(sql`case when i.is_open and i.deleted_at is null and ${IS_AWAITED} then json_build_object(
    'runId', i.awaited_by, 'until', ${utcText(sql`i.awaited_until`)}, 'fallback', i.awaited_fallback) end`),
);

/** Which run asked about an item, its name for who may see runs. */
export function askedBy(seesRuns: boolean) {
  return orNull(
    json<AskedBy>(sql`(
      select json_build_object('runId', i.asked_by, 'name', case when ${seesRuns}::bool then n.name end)
      from (select i.asked_by) asked (id)
      left join rl_run n on n.project_id = i.project_id and n.id = asked.id
      where asked.id is not null)`),
  );
}
