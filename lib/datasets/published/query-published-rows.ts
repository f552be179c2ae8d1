import type { Ctx } from "#lib/access/context.ts";
import type { queryPublishedRows as contract } from "#lib/contract/datasets/published-datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, json, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requirePublished } from "./require-published.internal.ts";

type Endpoint = typeof contract;

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
    select ${ROW} from unnest(${wanted}::text[]) with ordinality as w (digest, nth)
    join table_row r on r.project_id = ${ctx.project.id} and r.digest = w.digest
    order by w.nth`);
  return {
    rows: rows.map(({ nth, ...row }) => ({ position: offset + nth - 1, ...row })),
    totalCount: rowDigests.length,
  };
}
