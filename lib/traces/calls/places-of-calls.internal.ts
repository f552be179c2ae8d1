import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { SortBy } from "#lib/contract/query.ts";
import type { streamCalls as contract } from "#lib/contract/traces/calls.ts";
import { columns, int, of } from "#lib/platform/db/columns.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { orderKeys } from "#lib/platform/query/order-keys.ts";
import { callConditions } from "./call-conditions.ts";
import { readsManyDocuments, slicesOf } from "./call-slices.internal.ts";
import { callSources, type Reader } from "./call-sources.internal.ts";

type Asked = Pick<InputOf<typeof contract>, "filter" | "query" | "sortBy" | "limit" | "offset">;
type Place = { id: string; bytes: number };

/** The ids of calls in an order that is not that of their start, with the bytes that `bytes` says of each. */
export function placesOf(ctx: Ctx, asked: Asked, bytes: Sql): Promise<AsyncIterable<Place>> {
  const { limit, offset = 0, sortBy = [] } = asked;
  if (limit !== undefined && limit + offset <= MAX_TOP && sortBy.length > 0 && readsManyDocuments(asked))
    return topOfSlices(ctx, { ...asked, top: limit + offset }, bytes);
  return ctx.db.stream(sql`
    select ${placed(bytes)} from call c where ${callConditions(ctx, asked)} ${callOrder(ctx, sortBy)}
    limit ${limit ?? null} offset ${offset}`);
}

/** The first of an order are carried from slice to slice, while there are not too many of them. */
const MAX_TOP = 2_000;

/** The first calls of an order over all of them: each slice is ordered together with the first ones of the slices before. */
async function topOfSlices(
  ctx: Ctx,
  { top, ...asked }: Asked & { top: number },
  bytes: Sql,
): Promise<AsyncIterable<Place>> {
  const where = callConditions(ctx, asked);
  let places: Place[] = [];
  for await (const { calls: slice } of slicesOf(ctx, { direction: "desc", query: asked.query })) {
    const ids = places.map(({ id }) => id);
    places = await ctx.db.query(sql`
      select ${placed(bytes)} from (
        select * from call c where ${where} and ${slice} and c.id <> all(${ids})
        union all select * from call c where ${where} and c.id = any(${ids})) c
      ${callOrder(ctx, asked.sortBy ?? [])} limit ${top}`);
  }
  return eachOf(places.slice(asked.offset ?? 0));
}

async function* eachOf(places: readonly Place[]): AsyncGenerator<Place> {
  yield* places;
}

function placed(bytes: Sql) {
  return columns({ ...of("call c", "id"), bytes: int(bytes) });
}

/** Ties go by id. An empty list asks for no order. */
function callOrder(reader: Reader, sortBy: SortBy[]): Sql {
  if (sortBy.length === 0) return sql``;
  const sources = callSources(reader);
  const keys = sortBy.flatMap(({ field, direction }) => orderKeys(sources(field), direction));
  return sql`order by ${join([...keys, sql`c.id`], ", ")}`;
}
