import { expect, test } from "vitest";
import { queryThreads } from "#lib/contract/traces/threads.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";

const api = startHarness();
routeGuarantees(api, queryThreads);

const NOON = Date.UTC(2026, 10, 21, 12);

test("a thread's line has all eight keys, counts turns only and interpolates between their durations", async () => {
  const { project, caller } = await aReader();
  const turns = [100, 200, 300].map((durationMs, second) => aTurn("t", { second, durationMs }));
  const nested = { ...aTurn("t", { second: 9, durationMs: 5000 }), turnId: turns[0]?.id ?? "" };
  await store(project, [...turns, nested, { ...nested, id: newId(), threadId: "" }]);

  const response = await api.send(caller, { path: queryThreads.path, body: { project_id: project.path } });

  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await response.text()).toBe(
    `${JSON.stringify({
      thread_id: "t",
      turn_count: 3,
      start_time: "2026-11-21T12:00:00.000Z",
      last_updated: "2026-11-21T12:00:02.300Z",
      first_turn_id: turns[0]?.id,
      last_turn_id: turns[2]?.id,
      p50_turn_duration_ms: 200,
      p99_turn_duration_ms: 298,
    })}\n`,
  );
});

test("threads whose turns all run are listed without percentiles, and last in both directions", async () => {
  const { project, caller } = await aReader();
  await store(project, [
    aTurn("slow", { durationMs: 900 }),
    aTurn("fast", { durationMs: 10 }),
    aTurn("running", { second: 30 }),
    aTurn("running", { second: 40 }),
  ]);
  const idsBy = async (direction: "asc" | "desc") => {
    const threads = await api.callAll(caller, queryThreads, {
      projectId: project.path,
      offset: 0,
      sortBy: [{ field: "p99_turn_duration_ms", direction }],
    });
    expect(threads[2]).toMatchObject({ lastUpdated: "2026-11-21T12:00:40.000Z", p50TurnDurationMs: null });
    return threads.map((thread) => thread.threadId);
  };

  expect(await idsBy("asc")).toEqual(["fast", "slow", "running"]);
  expect(await idsBy("desc")).toEqual(["slow", "fast", "running"]);
});

test("a turn exactly at a bound of the window is outside it, before and after the fold", async () => {
  const { project, caller } = await aReader();
  await store(
    project,
    [0, 1, 2].map((second) => aTurn("t", { second, durationMs: 5 })),
  );
  for (const fold of [false, true]) {
    if (fold) await foldThreads(api.db);
    const lines = await ask(caller, project, {
      filter: { after_datetime: "2026-11-21T12:00:00Z", before_datetime: "2026-11-21T13:00:02+01:00" },
    });
    expect(lines).toMatchObject([{ turn_count: 1, start_time: "2026-11-21T12:00:01.000Z" }]);
  }
});

test("without a sort the most recently updated thread comes first, and pages neither overlap nor leave gaps", async () => {
  const { project, caller } = await aReader();
  await store(
    project,
    Array.from({ length: 1203 }, (_, at) => aTurn(`t${at}`, { second: at % 100, durationMs: 5 })),
  );
  const all = await ask(caller, project, {});
  expect(all).toHaveLength(1203);
  expect(all[0]).toMatchObject({ thread_id: "t1099", last_updated: "2026-11-21T12:01:39.005Z" });
  const pages = [
    await ask(caller, project, { limit: 600 }),
    await ask(caller, project, { limit: 600, offset: 600 }),
    await ask(caller, project, { limit: 600, offset: 1200 }),
  ];
  expect(pages.flat()).toEqual(all);
  expect(await ask(caller, project, { limit: 0 })).toEqual([]);
  expect(await ask(caller, project, { offset: 1203 })).toEqual([]);
  expect(await ask(caller, project, { filter: { thread_ids: ["t7", "none", "t7"] } })).toHaveLength(1);
  expect(await ask(caller, project, { filter: { thread_ids: [] } })).toHaveLength(1203);
});

test("a sort without direction goes upwards", async () => {
  const { project, caller } = await aReader();
  await store(project, [
    aTurn("b", { durationMs: 5 }),
    aTurn("a", { durationMs: 5 }),
    aTurn("c", { durationMs: 5 }),
  ]);
  const threads = await ask(caller, project, { sort_by: [{ field: "thread_id" }] });
  expect(threads).toMatchObject([{ thread_id: "a" }, { thread_id: "b" }, { thread_id: "c" }]);
});

test("a key sent as bearer is refused, as the interface names Basic alone", async () => {
  const { project, caller } = await aReader();
  const key = Buffer.from(caller.headers.authorization?.slice(6) ?? "", "base64")
    .toString()
    .slice(4);
  const response = await api.send(null, {
    path: queryThreads.path,
    body: { project_id: project.path },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(401);
  const body = { project_id: project.path };
  expect((await api.send(caller, { path: queryThreads.path, body })).status).toBe(200);
});

test("all faults of a query are reported at once, with their locations", async () => {
  const { project, caller } = await aReader();
  const response = await api.send(caller, {
    path: queryThreads.path,
    body: {
      project_id: project.path,
      limit: -1,
      offset: 1.5,
      filter: { after_datetime: "2026-02-30T00:00:00Z", thread_ids: "t" },
      sort_by: [{ field: "first_turn_id" }, { field: "THREAD_ID", direction: "DESC" }, {}],
    },
  });
  expect(response.status).toBe(422);
  const { detail } = await response.json();
  expect(detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`)).toEqual([
    "body.filter.after_datetime datetime_from_date_parsing",
    "body.filter.thread_ids list_type",
    "body.limit greater_than_equal",
    "body.offset int_from_float",
    "body.sort_by.0.field literal_error",
    "body.sort_by.1.field literal_error",
    "body.sort_by.1.direction literal_error",
    "body.sort_by.2.field missing",
  ]);
});

test("bounds of statistics are inclusive and speak of what the window shows; a thread that only runs passes none", async () => {
  const { project, caller } = await aReader();
  await store(project, [
    aTurn("two", { second: 0, durationMs: 100 }),
    aTurn("two", { second: 1, durationMs: 300 }),
    aTurn("one", { second: 1, durationMs: 200 }),
    aTurn("running", { second: 1 }),
  ]);
  const idsOf = async (filter: object) => {
    const threads = await ask(caller, project, { filter, sort_by: [{ field: "thread_id" }] });
    return threads.map((thread) => (thread as { thread_id: string }).thread_id);
  };
  for (const fold of [false, true]) {
    if (fold) await foldThreads(api.db);
    expect(await idsOf({ min_turns: 2 })).toEqual(["two"]);
    expect(await idsOf({ max_turns: 1 })).toEqual(["one", "running"]);
    expect(await idsOf({ min_p50_turn_duration_ms: 200, max_p50_turn_duration_ms: 200 })).toEqual([
      "one",
      "two",
    ]);
    expect(await idsOf({ max_p99_turn_duration_ms: 1e6 })).toEqual(["one", "two"]);
    const late = { after_datetime: "2026-11-21T12:00:00.5Z" };
    expect(await idsOf({ ...late, min_turns: 2 })).toEqual([]);
    expect(await idsOf({ ...late, min_p50_turn_duration_ms: 300 })).toEqual(["two"]);
  }
});

async function aReader() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project, "viewer") };
}

type Reader = Awaited<ReturnType<typeof aReader>>["caller"];

async function ask(caller: Reader, project: TestProject, question: object): Promise<object[]> {
  const body = { project_id: project.path, ...question };
  const text = await (await api.send(caller, { path: queryThreads.path, body })).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

/** A turn that starts so many seconds after noon; without a duration it still runs. */
function aTurn(threadId: string, { second = 0, durationMs }: { second?: number; durationMs?: number }) {
  const id = newId();
  const startedAt = NOON + second * 1000;
  const endedAt = durationMs === undefined ? null : new Date(startedAt + durationMs);
  return { id, threadId, turnId: id, startedAt: new Date(startedAt), endedAt };
}

async function store(project: TestProject, calls: ReturnType<typeof aTurn>[]): Promise<void> {
  await api.db.prisma.call.createMany({
    data: calls.map((call) => ({ ...call, projectId: project.id, traceId: call.id, opName: "chat" })),
  });
}
