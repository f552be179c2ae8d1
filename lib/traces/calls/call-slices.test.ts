import { beforeAll, expect, test } from "vitest";
import type { Expression, Query, SortBy } from "#lib/contract/query.ts";
import { getCallStats, streamCalls } from "#lib/contract/traces/calls.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { slicesOf } from "./call-slices.internal.ts";

/** More than two slices of them, each thousandth with the words that are looked for. */
const CALLS = 45_500;
const EVERY = 1_000;

const api = startHarness();
let place: Awaited<ReturnType<typeof aRecorder>>;

/** Two calls start at the same time, and numbers of tokens come again every 700 calls. */
beforeAll(async () => {
  place = await aRecorder(api);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, inputs, summary)
    select ${place.project.id}, 'c' || lpad(n::text, 6, '0'), 'c' || n, 'op', timestamptz '2026-01-01' + make_interval(secs => n / 2),
      json_build_object('text', case when n % ${EVERY}::int = 7 then 'the lost parcel' else 'weather' end),
      json_build_object('tokens', n * 31 % 700)
    from generate_series(0, ${CALLS - 1}::int) n`);
});

const HAS_PARCEL: Expression = {
  $contains: { input: { $getField: "inputs" }, substr: { $literal: "parcel" } },
};
const LOST: Query = { $expr: HAS_PARCEL };

function idOf(n: number): string {
  return `c${String(n).padStart(6, "0")}`;
}

const FOUND = Array.from({ length: CALLS }, (_, n) => n).filter((n) => n % EVERY === 7);

async function idsOf(asked: {
  query?: Query;
  sortBy?: SortBy[];
  limit?: number;
  offset?: number;
}): Promise<string[]> {
  const calls = await api.callAll(place.caller, streamCalls, {
    projectId: place.project.path,
    columns: ["id"],
    ...asked,
  });
  return calls.map(({ id }) => id);
}

test("a search finds every call that has the words, in order and page by page, however many slices lie between", async () => {
  const newest = FOUND.map(idOf).reverse();
  const newestFirst: SortBy[] = [{ field: "started_at", direction: "desc" }];
  expect(await idsOf({ query: LOST, sortBy: newestFirst })).toEqual(newest);
  expect(await idsOf({ query: LOST })).toEqual(newest.toReversed());
  for (const offset of [0, 3, 20, 21, 44, newest.length])
    expect(await idsOf({ query: LOST, sortBy: newestFirst, limit: 10, offset })).toEqual(
      newest.slice(offset, offset + 10),
    );
});

test("an order by what is in a document is over all calls, with and without words to look for", async () => {
  const byTokens: SortBy[] = [{ field: "summary.tokens", direction: "desc" }];
  const inOrder = (all: readonly number[]) =>
    all.toSorted((a, b) => ((b * 31) % 700) - ((a * 31) % 700) || a - b).map(idOf);
  const everything = inOrder(Array.from({ length: CALLS }, (_, n) => n));
  expect(await idsOf({ sortBy: byTokens, limit: 100, offset: 30 })).toEqual(everything.slice(30, 130));
  expect(await idsOf({ query: LOST, sortBy: byTokens, limit: 100 })).toEqual(inOrder(FOUND));
});

test("a count of what is found stops at its limit, and else goes through all slices", async () => {
  const count = (limit?: number) => {
    const asked = { projectId: place.project.path, query: LOST, ...(limit === undefined ? {} : { limit }) };
    return api.call(place.caller, getCallStats, asked);
  };
  expect(await count()).toMatchObject({ count: FOUND.length, hasMore: false });
  expect(await count(FOUND.length)).toMatchObject({ count: FOUND.length, hasMore: false });
  expect(await count(30)).toMatchObject({ count: 30, hasMore: true });
});

test("slices hold every call once, and there are no more of them for a reader who has left", async () => {
  const { id, path } = place.project;
  const reader = new AbortController();
  const ctx = { db: api.db, project: { id, path }, signal: reader.signal } as unknown as Parameters<
    typeof slicesOf
  >[0];
  const sizes = async (leaveAfter: number) => {
    const found: number[] = [];
    for await (const { calls } of slicesOf(ctx, { direction: "asc" })) {
      const [row] = await api.db.query(
        sql`select ${columns({ n: int(sql`count(*)`) })} from call c where c.project_id = ${id} and ${calls}`,
      );
      found.push(row?.n ?? 0);
      if (found.length === leaveAfter) reader.abort();
    }
    return found;
  };
  const whole = await sizes(Number.POSITIVE_INFINITY);
  expect(whole.reduce((sum, n) => sum + n, 0)).toBe(CALLS);
  expect(whole.length).toBeGreaterThan(2);
  expect(await sizes(2)).toEqual(whole.slice(0, 1).concat(expect.any(Number)));
});
