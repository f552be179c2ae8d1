import { expect, test } from "vitest";
import { createFeedback } from "#lib/contract/traces/feedback.ts";
import { queryThreads, summarizeThreads } from "#lib/contract/traces/threads.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { foldThreads } from "./fold-threads.ts";

const api = startHarness();

type Recorder = Awaited<ReturnType<typeof aRecorder>>;

test("a fold computes each noted thread once, drops the notes, and then has nothing to do", async () => {
  const { id: projectId } = await api.aProject();
  for (const threadId of ["a", "b", "a", "a"]) await aTurn(projectId, threadId);
  expect(await foldThreads(api.db)).toBe(2);
  expect(await api.db.prisma.threadDirty.count()).toBe(0);
  expect(
    await api.db.prisma.threadStat.findMany({ where: { projectId }, orderBy: { threadId: "asc" } }),
  ).toMatchObject([
    { threadId: "a", turnCount: 3 },
    { threadId: "b", turnCount: 1 },
  ]);
  expect(await foldThreads(api.db)).toBe(0);
});

test("a thread that loses its last turn loses its summary", async () => {
  const { id: projectId } = await api.aProject();
  const id = await aTurn(projectId, "short");
  await foldThreads(api.db);
  expect(await api.db.prisma.threadStat.count({ where: { projectId } })).toBe(1);
  await api.db.prisma.call.update({
    where: { projectId_id: { projectId, id } },
    data: { deletedAt: new Date() },
  });
  await foldThreads(api.db);
  expect(await api.db.prisma.threadStat.count({ where: { projectId } })).toBe(0);
});

test("calls that are not turns, and turns without a thread, leave no note", async () => {
  const { id: projectId } = await api.aProject();
  const nested = newId();
  await api.db.prisma.call.createMany({
    data: [
      { projectId, id: nested, threadId: "t", turnId: newId(), startedAt: new Date() },
      { projectId, id: "no-thread", turnId: "no-thread", startedAt: new Date() },
      { projectId, id: "empty-thread", threadId: "", turnId: "empty-thread", startedAt: new Date() },
    ],
  });
  expect(await api.db.prisma.threadDirty.count({ where: { projectId } })).toBe(0);
});

test("a batch that takes too long is folded in smaller ones, once PostgreSQL has counted what it reads", async () => {
  // Stands in for threads so large that a batch of them runs into the time limit.
  await api.asOwner(sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from written) > 600 then raise exception 'too slow' using errcode = 'query_canceled'; end if;
      return null; end $$`);
  await api.asOwner(sql`
    create trigger refuse_many after insert on thread_stat referencing new table as written
    for each statement execute function refuse_many()`);
  const { id: projectId } = await api.aProject();
  await api.db.query(sql`
    insert into call (project_id, id, thread_id, turn_id, started_at)
    select ${projectId}, 'call-' || n, 'thread-' || n, 'call-' || n, now() from generate_series(1, 700) n`);
  expect(await foldThreads(api.db)).toBe(700);
  expect(await api.db.prisma.threadStat.count({ where: { projectId } })).toBe(700);
  const [known] = await api.db.query(
    sql`select ${columns({ calls: float(sql`reltuples`) })} from pg_class where oid = 'call'::regclass`,
  );
  expect(known?.calls).toBeGreaterThanOrEqual(700);
  await api.asOwner(sql`drop trigger refuse_many on thread_stat`);
});

test.each(["nested call", "turn"])(
  "feedback on a %s counts that is not visible yet when its note is folded",
  async (kind) => {
    const recorder = await aRecorder(api);
    const { id: projectId } = recorder.project;
    const turnId = await aTurn(projectId, "t");
    await foldThreads(api.db);
    await api.db.transaction(async (tx) => {
      const id = newId();
      await tx.prisma.call.create({
        data: {
          projectId,
          id,
          traceId: turnId,
          threadId: "t",
          turnId: kind === "turn" ? id : turnId,
          startedAt: new Date(),
        },
      });
      await giveFeedback(recorder, id);
      for (let folds = 0; folds < 3; folds++) await foldThreads(api.db);
    });
    expect(await threadsWithFeedback(recorder)).toEqual({ threads: ["t"], feedback: 1 });
    await foldThreads(api.db);
    expect(await threadsWithFeedback(recorder)).toEqual({ threads: ["t"], feedback: 1 });
    expect(await api.db.prisma.callMarked.count({ where: { projectId } })).toBe(0);
  },
);

test("feedback on a call that never comes leaves no note when no transaction is open that could bring it", async () => {
  const recorder = await aRecorder(api);
  await giveFeedback(recorder, newId());
  await api.db.transaction(async (tx) => {
    await tx.prisma.call.create({
      data: { projectId: recorder.project.id, id: newId(), startedAt: new Date() },
    });
    for (let folds = 0; folds < 3; folds++) await foldThreads(api.db);
    expect(await marksOf(recorder)).toBe(1);
  });
  await foldAllNotes(recorder);
});

/** Tests in other databases of the server have open transactions, too. */
async function foldAllNotes(recorder: Recorder): Promise<void> {
  do await foldThreads(api.db);
  while ((await marksOf(recorder)) > 0);
}

function marksOf({ project }: Recorder): Promise<number> {
  return api.db.prisma.callMarked.count({ where: { projectId: project.id } });
}

async function giveFeedback({ caller, project }: Recorder, callId: string): Promise<void> {
  await api.call(caller, createFeedback, {
    projectId: project.path,
    weaveRef: `weave:///${project.path}/call/${callId}`,
    feedbackType: "wandb.note.1",
    payload: { note: "good" },
  });
}

async function threadsWithFeedback({ caller, project }: Recorder) {
  const projectId = project.path;
  const found = await api.callAll(caller, queryThreads, {
    projectId,
    filter: { hasFeedback: true },
    offset: 0,
  });
  const { feedback } = await api.call(caller, summarizeThreads, { projectId, filter: {} });
  return { threads: found.map(({ threadId }) => threadId), feedback };
}

test("each turn is in the next answer, however many workers fold at the same time", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  let isWriting = true;
  const folding = [1, 2].map(async () => {
    while (isWriting) await foldThreads(api.db);
  });
  const writing = ["a", "b", "c", "d"].map(async (threadId) => {
    for (let turns = 1; turns <= 25; turns++) {
      await aTurn(project.id, threadId);
      const found = await api.callAll(caller, queryThreads, {
        projectId: project.path,
        filter: turns % 2 === 0 ? { threadIds: [threadId] } : {},
        offset: 0,
      });
      expect(found.find((thread) => thread.threadId === threadId)).toMatchObject({ turnCount: turns });
    }
  });
  await Promise.all(writing).finally(() => {
    isWriting = false;
  });
  await Promise.all(folding);
});

async function aTurn(projectId: string, threadId: string): Promise<string> {
  const id = newId();
  await api.db.prisma.call.create({
    data: { projectId, id, traceId: id, threadId, turnId: id, opName: "chat", startedAt: new Date() },
  });
  return id;
}
