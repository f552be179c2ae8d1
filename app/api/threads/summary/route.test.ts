import { expect, test } from "vitest";
import { queryThreads, summarizeThreads } from "#lib/contract/traces/threads.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";

const api = startHarness();
routeGuarantees(api, summarizeThreads);

test("the totals are those of the turns in the threads that pass, and nothing is null that is known", async () => {
  const place = await aRecorder(api);
  await recordCalls(api, place, [
    aTurn("long", "a", { seconds: 1, tokens: 20 }),
    aTurn("long", "b", { seconds: 3, tokens: 22 }),
    { thread_id: "long", turn_id: "b", exception: "inside" },
    aTurn("short", "c", { seconds: 2, exception: "it broke" }),
  ]);
  const ask = async (filter: object) =>
    (
      await api.send(place.caller, {
        path: "/threads/summary",
        body: { project_id: place.project.path, filter },
      })
    ).json();

  expect(await ask({})).toEqual({
    threads: 2,
    turns: 3,
    mean_turns: 1.5,
    p50_turn_duration_ms: 2000,
    p90_turn_duration_ms: 2800,
    p99_turn_duration_ms: 2980,
    failed_turns: 1,
    error_share: 1 / 3,
    feedback: 0,
    tokens: 42,
    is_token_sum_left_out: false,
    turn_counts: [
      { from: 1, to: 2, count: 1 },
      { from: 2, to: 3, count: 1 },
    ],
    turn_durations: [
      { from: 1000, to: 1500, count: 1 },
      { from: 1500, to: 2000, count: 0 },
      { from: 2000, to: 3000, count: 1 },
      { from: 3000, to: 5000, count: 1 },
    ],
    median_durations: [{ from: 2000, to: 3000, count: 2 }],
    over_time: { bucket_ms: 60_000, buckets: [{ start: "2026-01-01T00:00:00.000Z", count: 2 }] },
  });
  expect(await ask({ min_turns: 2 })).toMatchObject({ threads: 1, turns: 2, failed_turns: 0, tokens: 42 });
});

test("what the service asked models itself is no traffic, in the totals as in the list", async () => {
  const place = await aRecorder(api);
  const own = ["eval/0190", "rl/0191/0/1/2", "playground-x-1"];
  await recordCalls(
    api,
    place,
    ["talk", "evaluations", ...own].map((thread, at) => aTurn(thread, `t${at}`, { seconds: 1, tokens: 5 })),
  );
  const projectId = place.project.path;
  for (const fold of [false, true]) {
    if (fold) await foldThreads(api.db);
    const ask = async (isTraffic: boolean) => {
      const filter = { isTraffic };
      const threads = await api.callAll(place.caller, queryThreads, { projectId, filter, offset: 0 });
      const totals = await api.call(place.caller, summarizeThreads, { projectId, filter });
      return { ids: threads.map(({ threadId }) => threadId).sort(), totals };
    };
    expect(await ask(true)).toMatchObject({
      ids: ["evaluations", "talk"],
      totals: { threads: 2, turns: 2, tokens: 10 },
    });
    expect(await ask(false)).toMatchObject({ ids: own.sort(), totals: { threads: 3, turns: 3, tokens: 15 } });
  }
});

test("a project without threads has zeros, and nulls where there is nothing to measure", async () => {
  const { project, caller } = await aRecorder(api);
  expect(await api.call(caller, summarizeThreads, { projectId: project.path })).toEqual({
    threads: 0,
    turns: 0,
    meanTurns: null,
    p50TurnDurationMs: null,
    p90TurnDurationMs: null,
    p99TurnDurationMs: null,
    failedTurns: 0,
    errorShare: null,
    feedback: 0,
    tokens: null,
    isTokenSumLeftOut: false,
    turnCounts: [],
    turnDurations: [],
    medianDurations: [],
    overTime: { bucketMs: null, buckets: [] },
  });
});

test("beyond a hundred thousand turns the tokens of some threads are not added up, and the answer says so; of all they are kept", {
  tags: ["long"],
  timeout: 60_000,
}, async () => {
  const place = await aRecorder(api);
  const { id, path } = place.project;
  for (let first = 0; first <= 100_000; first += 20_000)
    await api.db.query(sql`
      insert into call (project_id, id, trace_id, thread_id, turn_id, op_name, started_at, summary)
      select ${id}, 'n' || n, 'n' || n, 'long', 'n' || n, 'op', now(), '{"usage": {"m": {"total_tokens": 1}}}'
      from generate_series(${first}::int, ${Math.min(first + 19_999, 100_000)}::int) n`);
  const ask = (filter: { minTurns?: number; threadIds?: string[] }) =>
    api.call(place.caller, summarizeThreads, { projectId: path, filter });
  const someThreads = [{ minTurns: 1 }, { threadIds: ["long"] }];
  expect(await ask({})).toMatchObject({ turns: 100_001, tokens: 100_001, isTokenSumLeftOut: false });
  for (const filter of someThreads)
    expect(await ask(filter)).toMatchObject({ turns: 100_001, tokens: null, isTokenSumLeftOut: true });
  await api.db.query(sql`delete from call where project_id = ${id} and id = 'n0'`);
  for (const filter of someThreads)
    expect(await ask(filter)).toMatchObject({ turns: 100_000, tokens: 100_000, isTokenSumLeftOut: false });
});

type Given = { seconds: number; tokens?: number; exception?: string };

function aTurn(threadId: string, id: string, { seconds, tokens, exception }: Given) {
  return {
    id,
    thread_id: threadId,
    turn_id: id,
    started_at: "2026-01-01T00:00:00Z",
    ended_at: `2026-01-01T00:00:0${seconds}Z`,
    ...(tokens === undefined ? {} : { summary: { usage: { tiny: { total_tokens: tokens } } } }),
    ...(exception ? { exception } : {}),
  };
}
