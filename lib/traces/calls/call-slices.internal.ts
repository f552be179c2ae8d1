import type { Ctx } from "#lib/access/context.ts";
import type { Query, SortBy } from "#lib/contract/query.ts";
import { CALL_DOCUMENTS, type CallFilter } from "#lib/contract/traces/call-fields.ts";
import { columns, of, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { fieldsIn } from "#lib/platform/query/fields-in.ts";

/** Calls of a slice: reading the documents of so many takes less than a second, and on a busy machine stays far from the limit of a statement. */
const SLICE_CALLS = 20_000;

type Asked = { filter?: CallFilter | undefined; query?: Query | undefined; sortBy?: SortBy[] | undefined };

/**
 * Whether documents of many calls have to be read to answer: then it is done slice by slice, so that no statement takes longer the more calls a project
 * has. A filter that names calls or what they are in has few of them.
 */
export function readsManyDocuments({ filter = {}, query, sortBy = [] }: Asked): boolean {
  const { callIds, parentIds, traceIds, threadIds, turnIds, inputRefs, outputRefs } = filter;
  if (callIds ?? parentIds ?? traceIds ?? threadIds ?? turnIds) return false;
  const fields = [...(query ? fieldsIn(query.$expr) : []), ...sortBy.map(({ field }) => field)];
  return Boolean(inputRefs ?? outputRefs) || fields.some(isInDocument);
}

function isInDocument(field: string): boolean {
  const [top = ""] = field.split(".");
  return top === "exception" || CALL_DOCUMENTS.some((name) => name === top);
}

/** Conditions on calls (as `c`), each for the next stretch in the order of their start; together they hold for every call that has started. */
export async function* slicesOf(
  { db, project, signal }: Ctx,
  direction: SortBy["direction"],
  calls = SLICE_CALLS,
): AsyncGenerator<Sql> {
  const isDescending = direction === "desc";
  const order = isDescending ? sql`order by c.started_at desc, c.id desc` : sql`order by c.started_at, c.id`;
  let begin: Sql = sql`true`;
  while (!signal.aborted) {
    const [next] = await db.query(sql`
      select ${columns({ startedAt: text(utcText(sql`c.started_at`)), ...of("call c", "id") })} from call c
      where c.project_id = ${project.id} and c.started_at is not null and c.deleted_at is null and ${begin}
      ${order} offset ${calls} limit 1`);
    if (!next) {
      yield begin;
      return;
    }
    const place = sql`(${next.startedAt}::timestamptz, ${next.id})`;
    yield sql`${begin} and ${isDescending ? sql`(c.started_at, c.id) > ${place}` : sql`(c.started_at, c.id) < ${place}`}`;
    begin = isDescending ? sql`(c.started_at, c.id) <= ${place}` : sql`(c.started_at, c.id) >= ${place}`;
  }
}
