import type { Ctx } from "#lib/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { empty, join, type Sql, sql } from "#lib/db/sql.ts";

type Endpoint = typeof contract.queryQueues;

export function queryQueues(
  { db, project }: Ctx,
  { name, sortBy, limit, offset }: InputOf<Endpoint>,
): Promise<AsyncIterable<contract.Queue>> {
  return db.stream<contract.Queue>(sql`
    select id, ${project.path} as "projectId", name, description, scorer_refs as "scorerRefs", created_at as "createdAt",
      created_by as "createdBy", updated_at as "updatedAt", deleted_at as "deletedAt"
    from annotation_queue
    where project_id = ${project.id} and deleted_at is null ${nameFilter(name)}
    order by ${orderBy(sortBy)}
    ${limit === undefined ? empty : sql`limit ${limit}`}
    ${offset === undefined ? empty : sql`offset ${offset}`}`);
}

/** Compares in lower case, as PostgreSQL's `lower` of the ICU root locale has it; `strpos` knows no wildcards. */
function nameFilter(name: string | undefined): Sql {
  if (name === undefined) return empty;
  return sql`and strpos(lower(name collate "und-x-icu"), lower(${name}::text collate "und-x-icu")) > 0`;
}

const SORT_COLUMNS: { [F in contract.QueueSort[number]["field"]]: Sql } = {
  id: sql`id`,
  // By code point, so that the order is the same on every database.
  name: sql`name collate "C"`,
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
};

/** Newest first where nothing is asked for. */
function orderBy(sortBy: contract.QueueSort = []): Sql {
  const keys = sortBy.map(({ field, direction }) =>
    direction === "desc" ? sql`${SORT_COLUMNS[field]} desc` : SORT_COLUMNS[field],
  );
  return join([...(keys.length > 0 ? keys : [sql`created_at desc`]), sql`id`]);
}
