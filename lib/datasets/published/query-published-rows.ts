import type { Ctx } from "#lib/access/context.ts";
import type { queryPublishedRows as contract } from "#lib/contract/datasets/published-datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requirePublished } from "./require-published.internal.ts";

type Endpoint = typeof contract;

/** A page ends after so many, and has one row at least. */
const PAGE_BYTES = 8 * 1024 * 1024;

const ROW = columns({
  nth: int(sql`w.nth`),
  ...of("table_row r", "digest"),
  row: json(sql`r.val`),
});

export async function queryPublishedRows(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { limit, offset } = input;
  const { rowDigests } = await requirePublished(ctx, input);
  const wanted = rowDigests.slice(offset, offset + limit);
  const rows = await ctx.db.query(sql`
    select ${ROW} from (
      select w.digest, w.nth, sum(r.size_bytes) over (order by w.nth) - r.size_bytes as bytes_before
      from unnest(${wanted}::text[]) with ordinality as w (digest, nth)
      join table_row r on r.project_id = ${ctx.project.id} and r.digest = w.digest) w
    join table_row r on r.project_id = ${ctx.project.id} and r.digest = w.digest
    where w.bytes_before < ${PAGE_BYTES}
    order by w.nth`);
  return {
    rows: rows.map(({ nth, ...row }) => ({ position: offset + nth - 1, ...row })),
    totalCount: rowDigests.length,
  };
}
