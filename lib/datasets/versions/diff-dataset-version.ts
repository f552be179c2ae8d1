import type { Ctx } from "#lib/access/context.ts";
import {
  CHANGES,
  type Change,
  type diffDatasetVersion as contract,
} from "#lib/contract/datasets/version-diff.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { columns, int, json, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract;
type Row = Record<string, unknown>;

export async function diffDatasetVersion(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { against, change, limit, offset } = input;
  const after = await requireVersion(ctx, input);
  const before = await requireVersion(ctx, { ...input, version: against });
  const compared = comparison(ctx.project.id, { before: before.id, after: after.id });
  const counted = await ctx.db.query(sql`
    ${compared} select ${columns({ change: orNull(text<Change>(sql`c.change`)), count: int(sql`count(*)`) })} from compared c group by c.change`);
  const counts = new Map(counted.map((one) => [one.change, one.count]));
  const changes = await ctx.db.query(sql`
    ${compared}
    select ${CHANGE} from compared c
    left join table_row a on a.project_id = ${ctx.project.id} and a.digest = c.after_digest
    left join table_row b on b.project_id = ${ctx.project.id} and b.digest = c.before_digest
    where ${change === undefined ? sql`c.change is not null` : sql`c.change = ${change}`}
    order by c.after_position nulls last, c.before_position limit ${limit} offset ${offset}`);
  const [added = 0, removed = 0, changed = 0] = CHANGES.map((one) => counts.get(one) ?? 0);
  return { added, removed, changed, unchanged: counts.get(null) ?? 0, changes };
}

const CHANGE = columns({
  change: text<Change>(sql`c.change`),
  rowId: text(sql`c.row_id`),
  before: orNull(json<Row>(sql`b.val`)),
  after: orNull(json<Row>(sql`a.val`)),
});

/** The rows of both as `compared`. Two rows of a version with one id are matched in their order. */
function comparison(projectId: string, { before, after }: { before: string; after: string }): Sql {
  const rowsOf = (versionId: string) => sql`
    select r.position, r.row_digest, found.row_id, row_number() over (partition by found.row_id order by r.position) as nth
    from dataset_row r join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    cross join lateral (select coalesce(t.sanitized, t.val) ->> 'row_id' as row_id) found
    where r.project_id = ${projectId} and r.version_id = ${versionId}`;
  return sql`
    with after_row as materialized (${rowsOf(after)}), before_row as materialized (${rowsOf(before)}),
    compared as (
      select coalesce(a.row_id, b.row_id) as row_id, a.position as after_position, b.position as before_position,
        a.row_digest as after_digest, b.row_digest as before_digest,
        case when b.row_id is null then 'added' when a.row_id is null then 'removed'
          when a.row_digest <> b.row_digest then 'changed' end as change
      from after_row a full join before_row b on b.row_id = a.row_id and b.nth = a.nth)`;
}
