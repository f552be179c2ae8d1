import type { Ctx } from "#lib/access/context.ts";
import { itemFilter, metadataFilter, workFilter } from "#lib/annotation/item-filter.internal.ts";
import { itemColumns, itemJoins } from "#lib/annotation/item-rows.internal.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { columns, int, orNull } from "#lib/platform/db/columns.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryQueueItems;

/**
 * Positions are counted before the work on items, limit and offset choose among them, so a page or a filter by state never renumbers
 * them. What hangs on an item is looked up for the page alone.
 */
export async function queryQueueItems(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, filter = {}, sortBy, limit, offset, includePosition = false, includeTotalCount } = input;
  await requireQueue(ctx, queueId);
  const order = orderBy(sortBy);
  const items = await ctx.db.query(sql`
    select ${columns({ ...itemColumns(ctx), positionInQueue: orNull(int(sql`i.place`)) })}
    from (
      select i.* from (
        select i.*, ${includePosition ? sql`(row_number() over (order by ${order}))::int` : sql`null::int`} as place
        from queue_item i
        where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.deleted_at is null ${metadataFilter(filter)}) i
      where true ${workFilter(ctx, filter)}
      order by ${order}
      ${limit === undefined ? empty : sql`limit ${limit}`}
      ${offset === undefined ? empty : sql`offset ${offset}`}) i
    ${itemJoins(ctx)}
    order by ${order}`);
  return includeTotalCount ? { items, totalCount: await countItems(ctx, queueId, filter) } : { items };
}

async function countItems(ctx: Ctx, queueId: string, filter: contract.ItemFilter): Promise<number> {
  const [row] = await ctx.db.query(sql`
    select ${columns({ count: int(sql`count(*)`) })} from queue_item i
    where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.deleted_at is null ${itemFilter(ctx, filter)}`);
  return row?.count ?? 0;
}

const SORT_COLUMNS: { [F in contract.ItemSort[number]["field"]]: Sql } = {
  call_started_at: sql`i.call_started_at`,
  call_op_name: sql`i.call_op_name`,
  created_at: sql`i.created_at`,
  updated_at: sql`i.updated_at`,
  priority: sql`i.priority`,
};

function orderBy(sortBy: contract.ItemSort = []): Sql {
  const keys = sortBy.map(({ field, direction }) =>
    direction === "desc" ? sql`${SORT_COLUMNS[field]} desc` : SORT_COLUMNS[field],
  );
  return join([...(keys.length > 0 ? keys : [SORT_COLUMNS.created_at]), sql`i.position`]);
}
