import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Tokens in the summary of a call (as `c`); null if there is no number. */
export const TOKENS = sql`(select tokens from tokens_of(coalesce(c.sanitized -> 'summary', c.summary)))::float8`;

/**
 * Dollars in the summary of a call (as `c`): summed over the models of `summary.usage`, the `cost` or `total_cost` that gateways report. Null
 * if there is no number; nothing is computed from prices.
 */
export const COST = sql`(
  select sum(coalesce(${amount("cost")}, ${amount("total_cost")}))::float8
  from (select coalesce(c.sanitized -> 'summary', c.summary) -> 'usage' as usage) reported
  cross join lateral json_each(case when json_typeof(reported.usage) = 'object' then reported.usage else '{}'::json end) model)`;

/** An amount of up to twelve digits; anything else counts as missing. */
function amount(name: string): Sql {
  return sql`substring(model.value ->> ${name} from '^[0-9]{1,12}(?:[.][0-9]{1,20})?(?:[eE]-?[0-9]{1,2})?$')::numeric`;
}

/** Counts of feedback (as `f`) for a group: all of it, and thumbs of any skin tone. */
export const FEEDBACK_COUNTS = sql`
  count(*)::int as feedback,
  count(*) filter (where ${emoji()} = '👍')::int as thumbs_up,
  count(*) filter (where ${emoji()} = '👎')::int as thumbs_down`;

/** The thumb that a person gave last among some feedback (as `f`): up, down or null. */
export function thumbOf(userId: string): Sql {
  const thumb = sql`case ${emoji()} when '👍' then 'up' when '👎' then 'down' end`;
  return sql`(array_agg(${thumb} order by f.created_at desc, f.id desc)
    filter (where f.user_id = ${userId} and ${thumb} is not null))[1]`;
}

function emoji(): Sql {
  const payload = sql`coalesce(f.sanitized, f.payload)`;
  return sql`case when f.feedback_type = 'wandb.reaction.1'
    then coalesce(${payload} ->> 'detoned', ${payload} ->> 'emoji') end`;
}
