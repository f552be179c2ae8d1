import type { Ctx } from "#lib/access/context.ts";
import type { Query, SortBy } from "#lib/contract/query.ts";
import { CALL_DOCUMENTS, type CallFilter, type CallPlace } from "#lib/contract/traces/call-fields.ts";
import { columns, of, text } from "#lib/platform/db/columns.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { compileExpression } from "#lib/platform/query/compile-expression.ts";
import { fieldsIn } from "#lib/platform/query/fields-in.ts";
import { reachableCalls } from "#lib/traces/reachable-calls.ts";
import { callSources } from "./call-sources.internal.ts";
import { conjuncts } from "./conjuncts.internal.ts";
import { fewReachable } from "./few-reachable.internal.ts";

/** So many calls make the first slice; each one after it is made to take as long as `SLICE_MS` by the time that the one before took. */
const FIRST_CALLS = 2_000;
const MIN_CALLS = 200;
const MAX_CALLS = 20_000;
const SLICE_MS = 250;
/** One slice may be quick by chance, such as one without documents. */
const MAX_GROWTH = 4;

type Asked = { filter?: CallFilter | undefined; query?: Query | undefined; sortBy?: SortBy[] | undefined };

/**
 * Whether documents of many calls have to be read to answer: then it is done slice by slice, so that no statement takes longer the more calls a project
 * has.
 */
export function readsManyDocuments({ filter = {}, query, sortBy = [] }: Asked): boolean {
  if (namesFew(filter)) return false;
  const fields = [...(query ? fieldsIn(query.$expr) : []), ...sortBy.map(({ field }) => field)];
  return Boolean(filter.inputRefs ?? filter.outputRefs) || fields.some(isInDocument);
}

/** Whether many calls have to be looked at, documents or not; those of a queue are found by its items. */
export function looksAtMany(asked: Asked): boolean {
  if (namesFew(asked.filter ?? {})) return false;
  const fields = asked.query ? [...fieldsIn(asked.query.$expr)] : [];
  return readsManyDocuments(asked) || !fields.includes("annotation_queue_items.queue_id");
}

/** A filter that names calls or what they are in has few of them. */
function namesFew({ callIds, parentIds, traceIds, threadIds, turnIds }: CallFilter): boolean {
  return Boolean(callIds ?? parentIds ?? traceIds ?? threadIds ?? turnIds);
}

function isInDocument(field: string): boolean {
  const [top = ""] = field.split(".");
  return top === "exception" || CALL_DOCUMENTS.some((name) => name === top);
}

/** A stretch of calls: the condition on them (as `c`), and the last one of them; null for the last stretch, which reaches to the end. */
export type Slice = { calls: Sql; last: CallPlace | null };

type Stretch = {
  direction: SortBy["direction"];
  /** Of which the times bound what is cut into slices. */
  query?: Query | undefined;
  /** Only calls after this place, in the order that is asked for. */
  from?: CallPlace | undefined;
};

/**
 * Slices in the order of the calls' start; together they hold every call that has started. They end at calls that the reader may see. A slice ends at a place and not at a call, so that
 * it makes no difference what is deleted or arrives in between.
 */
export async function* slicesOf(ctx: Ctx, { direction, query, from }: Stretch): AsyncGenerator<Slice> {
  const inTime = timesOf(ctx, query);
  let begin = beginAt(direction, from);
  const few = await fewReachable(ctx, { where: sql`${inTime} and ${begin}`, order: byStart(direction) });
  if (few) return yield* slicesOfFew(ctx, few);
  let size = FIRST_CALLS;
  while (!ctx.signal.aborted) {
    const startedAt = performance.now();
    const [last] = await ctx.db.query(sql`
      select ${columns({ startedAt: text(utcText(sql`c.started_at`)), ...of("call c", "id") })} from call c
      where c.project_id = ${ctx.project.id} and c.started_at is not null and c.deleted_at is null and ${reachableCalls(ctx)} and ${inTime} and ${begin}
      ${byStart(direction)} offset ${size - 1} limit 1`);
    if (!last) {
      yield { calls: begin, last: null };
      return;
    }
    yield { calls: sql`${begin} and ${isUpTo(direction, last)}`, last };
    begin = isBeyond(direction, last);
    size = fittingSize(size, performance.now() - startedAt);
  }
}

/** The same where the reader's calls are known one by one, however many others the project has. */
function* slicesOfFew(ctx: Ctx, places: readonly CallPlace[]): Generator<Slice> {
  let size = FIRST_CALLS;
  for (let done = 0; !ctx.signal.aborted; ) {
    const startedAt = performance.now();
    const slice = places.slice(done, done + size);
    done += size;
    const last = done < places.length ? (slice.at(-1) ?? null) : null;
    yield { calls: sql`c.id = any(${slice.map(({ id }) => id)})`, last };
    if (last === null) return;
    size = fittingSize(size, performance.now() - startedAt);
  }
}

/** All calls as one slice. */
export function wholeSlice({ direction, from }: Stretch): readonly Slice[] {
  return [{ calls: beginAt(direction, from), last: null }];
}

function beginAt(direction: SortBy["direction"], from: CallPlace | undefined): Sql {
  return from ? isBeyond(direction, from) : sql`true`;
}

function fittingSize(size: number, tookMs: number): number {
  const fitting = (size * SLICE_MS) / Math.max(tookMs, 1);
  return Math.round(Math.max(MIN_CALLS, Math.min(MAX_CALLS, MAX_GROWTH * size, fitting)));
}

/** The order of calls by their start. */
export function byStart(direction: SortBy["direction"]): Sql {
  return direction === "desc" ? sql`order by c.started_at desc, c.id desc` : sql`order by c.started_at, c.id`;
}

/** That a call comes after a place in that order. */
export function isBeyond(direction: SortBy["direction"], place: CallPlace): Sql {
  const way = direction === "desc" ? sql`<` : sql`>`;
  return sql`${PLACE} ${way} ${placeOf(place)}`;
}

/** Not as a negation, which no index answers. */
function isUpTo(direction: SortBy["direction"], place: CallPlace): Sql {
  const way = direction === "desc" ? sql`>=` : sql`<=`;
  return sql`${PLACE} ${way} ${placeOf(place)}`;
}

const PLACE = sql`(c.started_at, c.id)`;

function placeOf({ startedAt, id }: CallPlace): Sql {
  return sql`(${startedAt}::timestamptz, ${id})`;
}

/** The conditions of a query that every matching call passes by its start alone. */
function timesOf(reader: Ctx, query: Query | undefined): Sql {
  const operands = query ? conjuncts(query.$expr) : [];
  const ofTime = operands.filter((operand) => {
    const fields = [...fieldsIn(operand)];
    return fields.length > 0 && fields.every((field) => field === "started_at");
  });
  const conditions = ofTime.map((operand) => compileExpression(operand, callSources(reader)));
  return join([sql`true`, ...conditions], " and ");
}
