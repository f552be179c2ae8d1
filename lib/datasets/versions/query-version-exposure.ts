import type { Ctx } from "#lib/access/context.ts";
import type { queryVersionExposure as contract } from "#lib/contract/datasets/version-exposure.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { IS_MEASURED } from "#lib/datasets/measured-version.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { columns, int, of } from "#lib/platform/db/columns.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract;

/** Which versions have rows to train on that share a key with a row that models are measured by. */
export async function queryVersionExposure(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { position, limit, offset } = input;
  const { id } = await requireVersion(ctx, input);
  const place = sql`${ctx.project.id}`;
  const found = await ctx.db.query(sql`
    with measured as materialized (
      select k.key, r.position
      from dataset_row r
      join dataset_version v on v.project_id = r.project_id and v.id = r.version_id
      join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
      cross join lateral unnest(r.keys) as k (key)
      where r.project_id = ${place} and r.version_id = ${id} and ${IS_MEASURED}
        ${position === undefined ? empty : sql`and r.position = ${position}::int`}),
    exposed as (
      select r.version_id, count(distinct r.position) as rows, count(distinct m.position) as measured_rows
      from measured m
      join dataset_row r on r.project_id = ${place} and m.key = any(r.keys) and not r.is_held_out and r.version_id <> ${id}
      group by r.version_id)
    select ${EXPOSED}
    from exposed e
    join dataset_version v on v.project_id = ${place} and v.id = e.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    order by v.created_at desc, v.id desc`);
  const versions = found.slice(offset, offset + limit).map(({ objectDigest, ...one }) => ({
    ...one,
    ref: `weave:///${ctx.project.path}/object/${one.name}:${objectDigest}`,
  }));
  return { versions, totalCount: found.length };
}

const EXPOSED = columns({
  ...of("dataset_version v", "datasetId", "number", "objectDigest"),
  ...of("dataset d", "name", "kind"),
  rows: int(sql`e.rows`),
  measuredRows: int(sql`e.measured_rows`),
});
