import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { blocksOfWork } from "#lib/testing/blocks-of-work.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { Decisions } from "./decisions.internal.ts";
import { lookAtCalls } from "./look-at-calls.internal.ts";

const api = startHarness();

const PACE = { endAt: Number.POSITIVE_INFINITY, isSlowKept: false };

/** Threads of two traces with two calls each; every tenth call has feedback. */
async function aProjectOf(calls: number): Promise<string> {
  const { project } = await aRecorder(api);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, thread_id, op_name, started_at, created_at, inputs)
    select ${project.id}, 'c' || n, 't' || n / 2, 'thread-' || n / 4, 'ask', began, began, '{}'
    from (select n, timestamptz '2025-01-01' + make_interval(mins => n) as began from generate_series(1, ${calls}::int) n) made
    returning 1`);
  await api.db.query(sql`
    insert into feedback (project_id, id, weave_ref, call_id, feedback_type, payload, user_id, content_hash)
    select ${project.id}, 'f' || n, 'ref', 'c' || n * 10, 'wandb.reaction.1', '{}', 'somebody', ''
    from generate_series(1, ${calls / 10}::int) n returning 1`);
  return project.id;
}

test("a batch reads its own threads and traces, however many calls a project has, also before anything counted the tables", async () => {
  // What was counted says nothing of the project that comes now.
  await aProjectOf(50);
  await api.asOwner(sql`analyze`);
  const projectId = await aProjectOf(20_000);
  const asked = {
    projectId,
    unit: "days",
    until: "2025-01-03T00:00:00.000000Z",
    from: null,
    limit: 20,
  } as const;
  const { result, blocks } = await blocksOfWork(api.db, (db) =>
    lookAtCalls(db, asked, new Decisions(), PACE),
  );
  expect(result).toHaveLength(20);
  // In the threads of the tenth and the twentieth.
  expect(result?.filter(({ isKept }) => isKept).map(({ id }) => id)).toEqual([
    "c8",
    "c9",
    "c10",
    "c11",
    "c20",
  ]);
  expect(blocks).toBeLessThan(2_500);
});

/** One thread and trace of so many calls, and a short one of another day. */
async function aLongThread(calls: number) {
  const { project } = await aRecorder(api);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, thread_id, op_name, started_at, created_at, inputs)
    select ${project.id}, 'c' || n, 'long', 'long', 'ask', began, began, '{}'
    from (select n, timestamptz '2025-01-01' + make_interval(secs => n) as began from generate_series(1, ${calls}::int) n) made
    returning 1`);
  return {
    projectId: project.id,
    unit: "days",
    until: "2025-02-01T00:00:00.000000Z",
    from: null,
    limit: 20,
  } as const;
}

test("a long thread is read once, and no more for its other batches", async () => {
  const asked = await aLongThread(20_000);
  await api.asOwner(sql`analyze call`);
  const known = new Decisions();
  const first = await lookAtCalls(api.db, asked, known, PACE);
  expect(first?.some(({ isKept }) => isKept)).toBe(false);
  const from = first?.at(-1) ?? null;
  const { result, blocks } = await blocksOfWork(api.db, (db) =>
    lookAtCalls(db, { ...asked, from }, known, PACE),
  );
  expect(result?.map(({ id, isKept }) => [id, isKept])).toEqual(
    Array.from({ length: 20 }, (_, n) => [`c${n + 21}`, false]),
  );
  expect(blocks).toBeLessThan(1_000);
});

test("without time, nothing is decided about a long thread, and what was decided is there the next time", async () => {
  const asked = await aLongThread(5_000);
  const known = new Decisions();
  expect(await lookAtCalls(api.db, asked, known, { ...PACE, endAt: 0 })).toBeNull();
  expect(await lookAtCalls(api.db, asked, known, PACE)).toHaveLength(20);
  expect(await lookAtCalls(api.db, asked, known, { ...PACE, endAt: 0 })).toHaveLength(20);
});

test("a long thread is decided about in the same way where something names very many calls of the project", async () => {
  const asked = await aLongThread(5_000);
  const note = (prefix: string, last: number, first = 1) =>
    api.db.query(sql`
      insert into feedback (project_id, id, weave_ref, call_id, feedback_type, payload, user_id, content_hash)
      select ${asked.projectId}, ${prefix} || n, 'ref', ${prefix} || n, 'wandb.reaction.1', '{}', 'somebody', ''
      from generate_series(${first}::int, ${last}::int) n returning 1`);
  const lookAfresh = async () =>
    new Set((await lookAtCalls(api.db, asked, new Decisions(), PACE))?.map(({ isKept }) => isKept));
  await note("elsewhere", 5_001);
  expect([...(await lookAfresh())]).toEqual([false]);
  await note("c", 4_999, 4_999);
  expect([...(await lookAfresh())]).toEqual([true]);
});
