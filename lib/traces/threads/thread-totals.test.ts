import { expect, test } from "vitest";
import { completeCalls, deleteCalls } from "#lib/contract/traces/calls.ts";
import { purgeFeedback } from "#lib/contract/traces/feedback.ts";
import { summarizeThreads } from "#lib/contract/traces/threads.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { pick, type Random, randomSource } from "#lib/testing/engines/random-source.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { HISTOGRAM_EDGES } from "#lib/traces/totals/duration-ranges.ts";
import { foldThreads } from "./fold-threads.ts";
import { noteEarlierThreads } from "./note-earlier-threads.ts";
import { hasThreadTotals } from "./thread-totals.internal.ts";
import { totalEarlierThreads } from "./total-earlier-threads.ts";

const api = startHarness();
type Recorder = Awaited<ReturnType<typeof aRecorder>>;

const STEPS = 30;
/** All threads within an hour, within hours, and within months. */
const SPANS_MS = [20 * 60e3, 10 * 3_600e3, 90 * 86_400e3];
/** Of all threads, of those of traffic, and of the others. */
const SHARES = [{}, { isTraffic: true }, { isTraffic: false }];
const THREADS = ["a", "b", "c", "d", "e", "eval/1", "rl/2", "playground-3"];

test("totals of threads are what their turns say after every change, folded or not, of random calls, deletions, feedback and purges", async () => {
  const random = randomSource(20_261_128);
  for (const spanMs of SPANS_MS) {
    const recorder = await aRecorder(api);
    const ids: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      await change(recorder, ids, { random, spanMs });
      if (random() < 0.3) await foldThreads(api.db);
      await expectSameAsRead(recorder, [pick(SHARES, random)]);
    }
    await expectSameAsRead(recorder, SHARES);
    await foldThreads(api.db);
    await expectSameAsRead(recorder, SHARES);
    expect(await keptRows(recorder)).toEqual(await countedRows(recorder));
  }
}, 120_000);

/** Everything that changes what a summary says: calls that come, end and move between threads, that are deleted, and feedback on them. */
async function change(
  { project, caller }: Recorder,
  ids: string[],
  { random, spanMs }: { random: Random; spanMs: number },
): Promise<void> {
  const kind = random();
  const projectId = project.path;
  const known = ids.length > 0 ? pick(ids, random) : null;
  if (kind < 0.6 || known === null) {
    const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      aTurn(random() < 0.25 && known !== null ? known : crypto.randomUUID(), random, spanMs),
    );
    const [entity = "", name = ""] = projectId.split("/");
    await api.call(caller, completeCalls, { entity, project: name, batch: calls });
    ids.push(...calls.map(({ id }) => id));
  } else if (kind < 0.75) {
    await api.call(caller, deleteCalls, { projectId, callIds: [known] });
  } else if (kind < 0.92) {
    await storedIds(api, caller, [aNote(project, { weave_ref: `weave:///${projectId}/call/${known}` })]);
  } else {
    const query = {
      $expr: { $eq: [{ $getField: "call_ref" }, { $literal: `weave:///${projectId}/call/${known}` }] },
    };
    await api.send(caller, { path: purgeFeedback.path, body: { project_id: projectId, query } });
  }
}

function aTurn(id: string, random: Random, spanMs: number) {
  const startMs = Date.parse("2026-01-05T09:30:00Z") + Math.floor(random() * spanMs);
  const isUndated = random() < 0.1;
  return {
    id,
    trace_id: id,
    op_name: "op",
    thread_id: pick(THREADS, random),
    turn_id: random() < 0.85 ? id : "another",
    started_at: new Date(startMs).toISOString(),
    ended_at: new Date(startMs + Math.floor(random() ** 3 * 100_000)).toISOString(),
    attributes: isUndated ? { spindle: { not_in_source: ["date"] } } : {},
    inputs: {},
    output: null,
    summary: {},
  };
}

/** A bound that every thread passes has them all read. */
async function expectSameAsRead({ project, caller }: Recorder, shares: typeof SHARES): Promise<void> {
  for (const asked of shares) {
    expect(await hasThreadTotals(api.db, project.id, asked)).toBe(true);
    const ask = (filter: object) => api.call(caller, summarizeThreads, { projectId: project.path, filter });
    expect(await ask(asked)).toEqual(await ask({ ...asked, minTurns: 0 }));
  }
}

function keptRows({ project }: Recorder) {
  return api.db.prisma.threadTotal.findMany({
    where: { projectId: project.id, amount: { not: 0 } },
    orderBy: [{ facet: "asc" }, { place: "asc" }, { isTraffic: "asc" }],
  });
}

/** The same rows, added up from the summaries as for a project of an earlier version. */
async function countedRows(recorder: Recorder) {
  const projectId = recorder.project.id;
  await api.db.prisma.threadTotalBackfill.create({ data: { projectId } });
  await totalEarlierThreads(api.db);
  return keptRows(recorder);
}

test("threads of the release before are read one by one until they are added up, and no fold in between is lost", async () => {
  const recorder = await aRecorder(api);
  const random = randomSource(7);
  const ids: string[] = [];
  for (let step = 0; step < 10; step++) await change(recorder, ids, { random, spanMs: 86_400e3 });
  await foldThreads(api.db);
  const projectId = recorder.project.id;
  // As its migration leaves them: no totals, and summaries that do not know of feedback.
  await api.db.prisma.threadTotal.deleteMany({ where: { projectId } });
  await api.db.prisma.threadTotalBackfill.create({ data: { projectId } });
  await api.db.query(sql`update thread_stat set feedback = null where project_id = ${projectId}`);
  expect(await hasThreadTotals(api.db, projectId, {})).toBe(false);
  await change(recorder, ids, { random, spanMs: 86_400e3 });
  await foldThreads(api.db);
  expect(await totalEarlierThreads(api.db)).toBe(true);
  expect(await totalEarlierThreads(api.db)).toBe(false);
  expect(await hasThreadTotals(api.db, projectId, {})).toBe(false);
  while ((await noteEarlierThreads(api.db)) > 0) await foldThreads(api.db);
  await expectSameAsRead(recorder, SHARES);
});

test("ranges are the same in the database and in the program", async () => {
  for (const [i, edge] of HISTOGRAM_EDGES.entries()) {
    const [row] = await api.db.query<{ at: number; below: number }>({
      text: "select range_place($1) as at, range_place($1 - 0.5) as below",
      values: [edge],
    } as never);
    expect(row).toEqual({ at: i + 1, below: i });
  }
});

test("what no total is kept of has its threads read: a window, a part of the id, a bound", async () => {
  const { project } = await aRecorder(api);
  const has = (filter: object) => hasThreadTotals(api.db, project.id, filter);
  expect(await has({ isTraffic: true, search: "" })).toBe(true);
  for (const filter of [
    { afterDatetime: "2026-01-01T00:00:00Z" },
    { search: "a" },
    { minTurns: 1 },
    { threadIds: ["a"] },
  ])
    expect(await has(filter)).toBe(false);
});
