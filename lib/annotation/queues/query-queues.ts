import type { Ctx } from "#lib/access/context.ts";
import { visibleQueues } from "#lib/access/permissions/visible-queues.ts";
import { queueColumns } from "#lib/annotation/queue-rows.internal.ts";
import type * as contract from "#lib/contract/annotation/queues.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { empty, join, type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryQueues;

export function queryQueues(
  ctx: Ctx,
  { name, isArchived, sortBy, limit, offset }: InputOf<Endpoint>,
): Promise<AsyncIterable<contract.Queue>> {
  return ctx.db.stream(sql`
    select ${queueColumns(ctx.project)}
    from annotation_queue q
    where q.project_id = ${ctx.project.id} and q.deleted_at is null and ${visibleQueues(ctx)}
      ${nameFilter(name)} ${isArchived === undefined ? empty : sql`and q.is_archived = ${isArchived}`}
    order by ${orderBy(sortBy)}
    ${limit === undefined ? empty : sql`limit ${limit}`}
    ${offset === undefined ? empty : sql`offset ${offset}`}`);
}

/** Compares in lower case, as PostgreSQL's `lower` of the ICU root locale has it; `strpos` knows no wildcards. */
function nameFilter(name: string | undefined): Sql {
  if (name === undefined) return empty;
  return sql`and strpos(lower(q.name collate "und-x-icu"), lower(${name}::text collate "und-x-icu")) > 0`;
}

const SORT_COLUMNS: { [F in contract.QueueSort[number]["field"]]: Sql } = {
  id: sql`q.id`,
  // By code point, so that the order is the same on every database.
  name: sql`q.name collate "C"`,
  created_at: sql`q.created_at`,
  updated_at: sql`q.updated_at`,
};

/** Newest first where nothing is asked for. */
function orderBy(sortBy: contract.QueueSort = []): Sql {
  const keys = sortBy.map(({ field, direction }) =>
    direction === "desc" ? sql`${SORT_COLUMNS[field]} desc` : SORT_COLUMNS[field],
  );
  return join([...(keys.length > 0 ? keys : [sql`q.created_at desc`]), sql`q.id`]);
}
