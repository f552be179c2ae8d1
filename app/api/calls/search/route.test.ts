import { beforeAll, expect, test } from "vitest";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Expression, Query } from "#lib/contract/query.ts";
import { deleteCalls, getCallStats, MAX_FOUND, searchCalls } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, searchCalls);

type Recorder = Awaited<ReturnType<typeof aRecorder>>;

const CALLS = 20_000;
/** Of so many calls one holds the words, and many start at the same time as another. */
const EVERY = 97;
const START = Date.parse("2026-01-01T00:00:00Z");

let place: Recorder;

beforeAll(async () => {
  place = await aRecorder(api);
  await fill(place, 0, CALLS - 1);
});

async function fill({ project }: Recorder, from: number, to: number): Promise<void> {
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, inputs)
    select ${project.id}, 'c' || lpad(n::text, 6, '0'), 'c' || n, 'op', timestamptz '2026-01-01' + make_interval(secs => n / 3),
      json_build_object('text', case when n % ${EVERY}::int = 7 then 'the lost parcel' else 'weather' end)
    from generate_series(${from}::int, ${to}::int) n`);
}

function holds(words: string): Expression {
  return { $contains: { input: { $getField: "inputs" }, substr: { $literal: words } } };
}

const LOST: Query = { $expr: holds("parcel") };
const FOUND = Array.from({ length: CALLS }, (_, n) => n)
  .filter((n) => n % EVERY === 7)
  .map(idOf);

function idOf(n: number): string {
  return `c${String(n).padStart(6, "0")}`;
}

type Found = ReplyOf<typeof searchCalls>;
type Asked = Partial<
  Pick<InputOf<typeof searchCalls>, "query" | "limit" | "withinMs" | "direction" | "from">
>;

function searchPage({ caller, project }: Recorder, asked: Asked): Promise<Found> {
  return api.call(caller, searchCalls, {
    projectId: project.path,
    direction: "desc",
    limit: 100,
    withinMs: 600,
    columns: ["id"],
    ...asked,
  });
}

/** Every page until the end, with what happens after each. */
async function allPages(
  recorder: Recorder,
  asked: Asked,
  after: (page: Found) => Promise<void> = async () => undefined,
): Promise<Found[]> {
  const pages: Found[] = [];
  for (let from: Found["further"] | undefined; from !== null; from = pages.at(-1)?.further ?? null) {
    const page = await searchPage(recorder, { ...asked, ...(from ? { from } : {}) });
    pages.push(page);
    await after(page);
  }
  return pages;
}

function idsOf(pages: readonly Found[]): string[] {
  return pages.flatMap(({ calls }) => calls.map(({ id }) => id));
}

test("a search without time to spare answers how far it got, and its pages together have every call once, in order", async () => {
  for (const direction of ["desc", "asc"] as const) {
    const pages = await allPages(place, { query: LOST, withinMs: 0, direction });
    expect(idsOf(pages)).toEqual(direction === "desc" ? FOUND.toReversed() : FOUND);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.slice(0, -1).map(({ isOutOfTime }) => isOutOfTime)).not.toContain(false);
    expect(pages.at(-1)).toMatchObject({ isOutOfTime: false, further: null });
  }
});

test("full pages end at their last call, which is no lack of time", async () => {
  const pages = await allPages(place, { query: LOST, limit: 7, withinMs: 5_000 });
  expect(idsOf(pages)).toEqual(FOUND.toReversed());
  for (const { calls, isOutOfTime, further } of pages.slice(0, -1)) {
    expect(calls).toHaveLength(7);
    expect({ isOutOfTime, id: further?.id }).toEqual({ isOutOfTime: false, id: calls.at(-1)?.id });
  }
});

test("words that no call has are looked for to the end, page by page, and the place says how far back that is", async () => {
  const pages = await allPages(place, { query: { $expr: holds("no such words") }, withinMs: 0 });
  expect(idsOf(pages)).toEqual([]);
  const times = pages.flatMap(({ further }) => (further ? [Date.parse(further.startedAt)] : []));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  // The first page has looked at the newest calls, and not at all of them.
  expect(times[0]).toBeGreaterThan(START);
  expect(times[0]).toBeLessThan(START + (CALLS / 3) * 1_000);
});

test("calls that arrive and go between two pages make no other call come twice or not at all", async () => {
  const recorder = await aRecorder(api);
  await fill(recorder, 0, 7_999);
  const there = FOUND.filter((id) => id < idOf(8_000)).reverse();
  const gone = new Set<string>();
  let next = CALLS;
  const pages = await allPages(recorder, { query: LOST, limit: 5, withinMs: 0 }, async ({ further }) => {
    // Newer ones arrive, the call at the border goes, and so does one that is still to come.
    await fill(recorder, next, next + 999);
    next += 1_000;
    const leaving = [further?.id, there.findLast((id) => !gone.has(id))].filter((id) => id !== undefined);
    for (const id of leaving) gone.add(id);
    await api.call(recorder.caller, deleteCalls, { projectId: recorder.project.path, callIds: leaving });
  });
  const ids = idsOf(pages);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !gone.has(id))).toEqual(there.filter((id) => !gone.has(id)));
});

test("the bounds of time in a query are where a search begins and ends", async () => {
  const at = (n: number) => new Date(START + Math.floor(n / 3) * 1_000).toISOString();
  const within: Expression[] = [
    { $gte: [{ $getField: "started_at" }, { $literal: at(3_000) }] },
    { $lt: [{ $getField: "started_at" }, { $literal: at(4_500) }] },
  ];
  const page = await searchPage(place, {
    query: { $expr: { $and: [holds("parcel"), ...within] } },
    withinMs: 0,
  });
  expect(idsOf([page])).toEqual(FOUND.filter((id) => id >= idOf(3_000) && id < idOf(4_500)).reverse());
  // Fewer calls than a slice lie between the two.
  expect(page.further).toBeNull();
});

test("a count within no time counts a part and says that there may be more; without a limit on time it counts all", async () => {
  const count = (more: { withinMs?: number }) =>
    api.call(place.caller, getCallStats, { projectId: place.project.path, query: LOST, ...more });
  const part = await count({ withinMs: 0 });
  expect(part.hasMore).toBe(true);
  expect(part.count).toBeGreaterThan(0);
  expect(part.count).toBeLessThan(FOUND.length);
  expect(await count({})).toMatchObject({ count: FOUND.length, hasMore: false });
});

test("a page of large documents ends before it is full, and the next one continues", async () => {
  const recorder = await aRecorder(api);
  const large = { inputs: { text: "x".repeat(1_500_000) } };
  const ids = await recordCalls(api, recorder, [large, large, large, large, large, large]);
  const asked = { projectId: recorder.project.path, direction: "desc" as const, limit: 100, withinMs: 5_000 };
  const first = await api.call(recorder.caller, searchCalls, asked);
  expect(first.calls.length).toBeLessThan(ids.length);
  expect(first.isOutOfTime).toBe(false);
  const seen = first.calls.map(({ id }) => id);
  for (let from = first.further; from; ) {
    const page = await api.call(recorder.caller, searchCalls, { ...asked, from });
    seen.push(...page.calls.map(({ id }) => id));
    from = page.further;
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test("on the wire a place is a time and an id; what is none, or beyond a bound, is a 422 that says where", async () => {
  const recorder = await aRecorder(api);
  await recordCalls(api, recorder, [{ id: "one" }, { id: "two" }]);
  const search = async (more: object) => {
    const body = { project_id: recorder.project.path, columns: ["id"], ...more };
    const response = await api.send(recorder.caller, { path: searchCalls.path, body });
    return { status: response.status, body: await response.json() };
  };
  const { body } = await search({ limit: 1 });
  expect(body).toMatchObject({ is_out_of_time: false, calls: [{}], further: { id: body.calls[0].id } });
  expect(Object.keys(body.further).sort()).toEqual(["id", "started_at"]);
  for (const [field, wrong] of [
    ["from", { started_at: "yesterday", id: "x" }],
    ["from", { id: "x" }],
    ["within_ms", -1],
    ["within_ms", 60_000],
    ["limit", MAX_FOUND + 1],
    ["direction", "sideways"],
  ] as const) {
    const refused = await search({ [field]: wrong });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc.slice(0, 2)).toEqual(["body", field]);
  }
});

test("a search finds the calls of its project alone, and for an annotator those that a queue reaches", async () => {
  const other = await aRecorder(api);
  expect(idsOf([await searchPage(other, { query: LOST })])).toEqual([]);
  const annotator = await api.aCaller(place.project, "annotator");
  expect(await searchPage({ ...place, caller: annotator }, { query: LOST, withinMs: 5_000 })).toMatchObject({
    calls: [],
    further: null,
  });
});

test("the place where a search stops shows an annotator no call that no queue reaches", async () => {
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  for (const direction of ["asc", "desc"] as const)
    expect(await searchPage(annotator, { query: LOST, withinMs: 0, direction })).toEqual({
      calls: [],
      further: null,
      isOutOfTime: false,
    });
});
