import { spawn } from "node:child_process";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { deleteCalls } from "#lib/contract/traces/calls.ts";
import * as contract from "#lib/contract/traces/retention.ts";
import { startWorker } from "#lib/jobs/worker/worker.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { childEnvironment } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRecorder, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { aDataset, aVersion } from "#lib/testing/data/dataset-data.ts";
import { aNote, storedIds } from "#lib/testing/data/feedback-data.ts";
import { untilWaiting } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { dropCalls } from "#lib/traces/retention/drop-calls.ts";
import { foldThreads } from "#lib/traces/threads/fold-threads.ts";

const api = startHarness();
routeGuarantees(api, contract.getRetention);
routeGuarantees(api, contract.setRetention);
routeGuarantees(api, contract.removeRetention);

afterEach(async () => {
  await api.db.prisma.callRetention.deleteMany();
  await api.db.prisma.lease.deleteMany();
});

type Place = Awaited<ReturnType<typeof aRecorder>> & { admin: Caller };

async function aPlace(): Promise<Place> {
  const place = await aRecorder(api);
  return { ...place, admin: await api.aCaller(place.project, "admin") };
}

const pathOf = ({ project }: Place) => ({ entity: project.entity, project: project.name });

/** Records calls that arrived when they started, unless `arrivesLate`. */
async function record(place: Place, calls: Record<string, unknown>[], { arrivesLate = false } = {}) {
  const ids = await recordCalls(api, place, calls);
  if (!arrivesLate)
    await api.db.query(sql`
      update call set created_at = started_at where project_id = ${place.project.id} and id = any(${ids}) returning 1`);
  return ids;
}

function set(place: Place, unit: contract.RetentionUnit, amount: number) {
  return api.call(place.admin, contract.setRetention, { ...pathOf(place), unit, amount });
}

async function stateOf(place: Place) {
  return (await api.call(place.admin, contract.getRetention, pathOf(place))).retention;
}

/** The audit log, the newest first: what was done, by whom, and the facts of it. */
async function audited(place: Place, action?: string) {
  const path = `/projects/${place.project.path}/audit${action ? `?action=${action}` : ""}`;
  const headers = api.sessionHeaders(place.admin);
  const { events } = await (await api.send(null, { method: "GET", path, headers })).json();
  return (events as { action: string; actor_user_id: string; details: object }[]).map(
    ({ action, actor_user_id, details }) => [action, actor_user_id, details],
  );
}

/** What the worker's duty does until nothing is left to do. */
async function drop(batch?: number): Promise<void> {
  while (await dropCalls(api.db, batch));
}

async function idsIn(place: Place): Promise<string[]> {
  return (await readCalls(api, place)).map(({ id }) => id).sort();
}

const OLD = { started_at: "2025-01-01T00:00:00Z", ended_at: "2025-01-01T00:00:01Z" };
const now = () => ({ started_at: new Date().toISOString(), ended_at: new Date().toISOString() });

test("calls older than so many days go, with their threads and totals; the preview counted them", async () => {
  const place = await aPlace();
  await record(place, [
    { id: "old", ...OLD },
    { id: "said", turn_id: "said", thread_id: "past", ...OLD },
    { id: "new", turn_id: "new", thread_id: "present", ...now() },
  ]);
  await foldThreads(api.db);
  const limit = { unit: "days", amount: 30 } as const;
  const preview = await api.call(place.admin, contract.previewRetention, { ...pathOf(place), ...limit });
  expect(preview).toMatchObject({ older: 2, dropped: 2, kept: 0, isComplete: true });
  const { retention } = await set(place, limit.unit, limit.amount);
  expect(retention).toMatchObject({
    ...limit,
    setBy: place.admin.userId,
    isDropping: false,
    lastEndedAt: null,
  });
  expect(await idsIn(place)).toEqual(["new", "old", "said"]);

  await drop();
  expect(await idsIn(place)).toEqual(["new"]);
  expect(await api.db.prisma.call.count({ where: { projectId: place.project.id } })).toBe(1);
  expect(await stateOf(place)).toMatchObject({ isDropping: false, lastDropped: 2, lastKept: 0 });
  await foldThreads(api.db);
  const storage = await api.send(place.admin, {
    method: "GET",
    path: `/projects/${place.project.path}/storage`,
  });
  expect(await storage.json()).toMatchObject({ calls: { count: 1 }, threads: 1 });
});

test("a thread or trace stays whole while one of its calls is newer, or people or datasets have to do with it", async () => {
  const place = await aPlace();
  const { project, caller, admin } = place;
  const turn = (id: string, thread_id: string, more: object = OLD) => ({
    id,
    turn_id: id,
    thread_id,
    ...more,
  });
  await record(place, [
    turn("talk-1", "talk"),
    turn("talk-2", "talk", now()),
    turn("noted-1", "noted"),
    turn("noted-2", "noted"),
    { id: "root", trace_id: "queued", ...OLD },
    { id: "child", trace_id: "queued", parent_id: "root", ...OLD },
    { id: "pair-1", ...OLD },
    { id: "pair-2", ...OLD },
    turn("evidence-1", "evidence"),
    {
      ...turn("evidence-2", "evidence"),
      inputs: { messages: [{ role: "user", content: "Hi" }] },
      output: { role: "assistant", content: "Yes" },
    },
    turn("asked", "eval/0190"),
    turn("bystander", "other"),
    { id: "once-queued", ...OLD },
  ]);
  await record(place, [{ id: "late", ...OLD }], { arrivesLate: true });
  const about = (id: string) => ({ weave_ref: `weave:///${project.path}/call/${id}` });
  await storedIds(api, caller, [aNote(project, about("noted-2"))]);
  const queue = async (callIds: string[], more: object = {}) => {
    const { id } = await api.call(admin, createQueue, {
      projectId: project.path,
      name: newId(),
      scorerRefs: [],
      ...more,
    });
    const path = `/annotation_queues/${id}/items`;
    const body = { project_id: project.path, call_ids: callIds, display_fields: [] };
    expect((await api.send(admin, { path, body })).status).toBe(200);
    return id;
  };
  await queue(["child"]);
  const gone = await queue(["once-queued"]);
  await api.send(admin, { method: "DELETE", path: `/annotation_queues/${gone}?project_id=${project.path}` });
  const pairs = await queue(["pair-1"]);
  await api.db.query(
    sql`update queue_item set pair_call_id = 'pair-2' where queue_id = ${pairs} returning 1`,
  );
  const recipe = { sources: [{ kind: "calls", filter: { call_ids: ["evidence-2"] } }] };
  const dataset = await aDataset(api, place, recipe);
  const { version } = await aVersion(api, place, dataset.id);

  await set(place, "days", 30);
  await drop();
  const stays = [
    ...["asked", "child", "evidence-1", "evidence-2", "late", "noted-1", "noted-2", "pair-1", "pair-2"],
    ...["root", "talk-1", "talk-2"],
  ];
  expect(await idsIn(place)).toEqual(stays);
  // New ones are not looked at.
  expect(await stateOf(place)).toMatchObject({ lastDropped: 2, lastKept: stays.length - 1 });

  const rows = await api.send(caller, {
    path: `/datasets/${dataset.id}/versions/v${version.number}/rows`,
    body: { project_id: project.path },
  });
  const {
    rows: [row],
  } = await rows.json();
  expect(row.evidence).toMatchObject([{ kind: "call", id: "evidence-2", is_withdrawn: false }]);
});

test("of the newest calls, those of one moment stay together", async () => {
  const place = await aPlace();
  const at = (id: string, second: number) => ({
    id,
    started_at: `2026-01-01T00:00:0${second}Z`,
    ended_at: "2026-01-01T00:01:00Z",
  });
  await record(place, [at("a", 1), at("b", 2), at("c", 2), at("d", 3), at("e", 4)], { arrivesLate: true });
  await set(place, "calls", 3);
  await drop();
  expect(await idsIn(place)).toEqual(["b", "c", "d", "e"]);
  await record(place, [at("f", 5)]);
  await api.db.query(sql`update call_retention set next_at = now() returning 1`);
  await drop();
  expect(await idsIn(place)).toEqual(["d", "e", "f"]);
});

test("another project loses nothing, also not where its calls have the same ids", async () => {
  const [place, other] = [await aPlace(), await aPlace()];
  const calls = [{ id: "same", trace_id: "same", thread_id: "same", turn_id: "same", ...OLD }];
  await record(place, calls);
  await record(other, calls);
  await storedIds(api, other.caller, [
    aNote(other.project, { weave_ref: `weave:///${other.project.path}/call/same` }),
  ]);
  await set(place, "days", 1);
  await drop();
  expect([await idsIn(place), await idsIn(other)]).toEqual([[], ["same"]]);
  expect(await audited(other)).toEqual([]);
});

test("the log says who set the limit, what each round dropped, and who removed it; a round without any is no event", async () => {
  const place = await aPlace();
  await record(place, [
    { id: "a", ...OLD },
    { id: "b", ...OLD },
  ]);
  await set(place, "days", 7);
  await drop();
  await api.db.query(sql`update call_retention set next_at = now() returning 1`);
  await drop();
  await api.call(place.admin, contract.removeRetention, pathOf(place));
  await api.call(place.admin, contract.removeRetention, pathOf(place));
  expect(await stateOf(place)).toBeNull();
  expect(await audited(place)).toEqual([
    ["retention.removed", place.admin.userId, { unit: "days", amount: 7 }],
    [
      "calls.dropped",
      place.admin.userId,
      { unit: "days", amount: 7, started_before: expect.any(String), dropped: 2, kept: 0 },
    ],
    ["retention.set", place.admin.userId, { unit: "days", amount: 7 }],
  ]);
});

test("a batch that is broken off counts nothing, and the next one continues where the last one ended", async () => {
  const place = await aPlace();
  const ids = Array.from({ length: 7 }, (_, n) => ({ id: `c${n}`, ...OLD }));
  await record(place, ids);
  await set(place, "days", 1);
  // The first turn finds the limit.
  for (let turn = 0; turn < 3; turn++) await dropCalls(api.db, 2);
  expect(await stateOf(place)).toMatchObject({ isDropping: true, dropped: 4 });
  const broken = api.db.transaction(async (tx) => {
    await dropCalls(tx, 2);
    throw new Error("broken off");
  });
  await expect(broken).rejects.toThrow("broken off");
  expect(await stateOf(place)).toMatchObject({ isDropping: true, dropped: 4 });
  expect(await idsIn(place)).toEqual(["c4", "c5", "c6"]);
  await drop(2);
  expect(await idsIn(place)).toEqual([]);
  expect(await stateOf(place)).toMatchObject({ isDropping: false, lastDropped: 7 });
});

test("a project whose calls cannot be dropped takes no turn of others, and is tried again later", async () => {
  const [place, other] = [await aPlace(), await aPlace()];
  await record(place, [{ id: "stuck", ...OLD }]);
  await record(other, [{ id: "free", ...OLD }]);
  await api.asOwner(sql`
    create function refuse_stuck() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`);
  await api.asOwner(sql`
    create trigger refuse_stuck before delete on call for each row when (old.id = 'stuck') execute function refuse_stuck()`);
  onTestFinished(async () => {
    await api.asOwner(sql`drop trigger refuse_stuck on call`);
    await api.asOwner(sql`drop function refuse_stuck`);
  });
  await set(place, "days", 1);
  await set(other, "days", 1);
  await drop();
  expect([await idsIn(place), await idsIn(other)]).toEqual([["stuck"], []]);
  const { nextAt } = await api.db.prisma.callRetention.findUniqueOrThrow({
    where: { projectId: place.project.id },
  });
  expect(nextAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
});

/** One trace and thread of 6,000 old calls. */
async function aLongThread(place: Place, threadId: string): Promise<void> {
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, thread_id, op_name, started_at, ended_at, created_at, inputs)
    select ${place.project.id}, ${threadId} || n, ${threadId}, ${threadId}, 'ask', timestamptz '2025-01-01' + make_interval(secs => n), now(),
      '2025-01-01', '{}'
    from generate_series(1, 6000) n returning 1`);
}

const noted = (place: Place, id: string) =>
  storedIds(api, place.caller, [
    aNote(place.project, { weave_ref: `weave:///${place.project.path}/call/${id}` }),
  ]);

const callsOf = (place: Place, threadId: string) =>
  api.db.prisma.call.count({ where: { projectId: place.project.id, threadId } });

test("a long thread goes as a whole, and stays as a whole where somebody said something about one of its calls", async () => {
  const place = await aPlace();
  for (const id of ["goes", "noted", "newer"]) await aLongThread(place, id);
  await noted(place, "noted5999");
  await record(place, [{ id: "late", turn_id: "late", thread_id: "newer", ...now() }]);
  await set(place, "days", 30);
  await drop();
  expect([await callsOf(place, "goes"), await callsOf(place, "noted")]).toEqual([0, 6_000]);
  expect(await callsOf(place, "newer")).toBe(6_001);
  expect(await stateOf(place)).toMatchObject({ isDropping: false, lastDropped: 6_000, lastKept: 12_000 });
});

test.each([
  [
    "a newer call",
    (place: Place) => record(place, [{ id: "late", turn_id: "late", thread_id: "long", ...now() }]),
  ],
  ["feedback on a call of the batch", (place: Place) => noted(place, "long20")],
] as const)("%s keeps what is left of a long thread that is being dropped", async (_, come) => {
  const place = await aPlace();
  await aLongThread(place, "long");
  await set(place, "days", 30);
  for (let turn = 0; turn < 2; turn++) await dropCalls(api.db, 10);
  expect(await callsOf(place, "long")).toBe(5_990);
  await come(place);
  await drop();
  expect(await stateOf(place)).toMatchObject({ lastDropped: 10, lastKept: 5_990 });
});

test("looking at calls waits for nobody who adds to a queue", async () => {
  const place = await aPlace();
  await record(place, [{ id: "kept", ...OLD }]);
  await noted(place, "kept");
  const { id } = await api.call(place.admin, createQueue, {
    projectId: place.project.path,
    name: "Busy",
    scorerRefs: [],
  });
  await set(place, "days", 1);
  await api.db.transaction(async (tx) => {
    await lockRow(tx, "annotation_queue", { id });
    await drop();
  });
  expect(await stateOf(place)).toMatchObject({ isDropping: false, lastDropped: 0, lastKept: 1 });
});

test("a limit that is set during a round ends it, and what it dropped is in the log", async () => {
  const place = await aPlace();
  await record(
    place,
    Array.from({ length: 5 }, (_, n) => ({ id: `c${n}`, ...OLD })),
  );
  await set(place, "days", 1);
  for (let turn = 0; turn < 2; turn++) await dropCalls(api.db, 2);
  await set(place, "days", 20_000);
  await drop();
  expect(await idsIn(place)).toEqual(["c2", "c3", "c4"]);
  expect(await audited(place, "calls.dropped")).toMatchObject([
    ["calls.dropped", place.admin.userId, { amount: 1, dropped: 2 }],
  ]);
});

test("a worker that is killed in the middle leaves whole batches, and the next one drops and counts the rest", async () => {
  const place = await aPlace();
  const { id: projectId } = place.project;
  const [total, unqueued] = [6_000, 5_999];
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, ended_at, created_at, inputs)
    select ${projectId}, 'c' || n, 't' || n, 'ask', timestamptz '2025-01-01' + make_interval(secs => n), now(), '2025-01-01', '{}'
    from generate_series(1, ${total}::int) n returning 1`);
  await storedIds(api, place.caller, [
    aNote(place.project, { weave_ref: `weave:///${place.project.path}/call/c3000` }),
  ]);
  await set(place, "days", 30);
  const child = spawn(process.execPath, ["--disable-proto=delete", "lib/jobs/worker/main.ts"], {
    env: childEnvironment({ SPINDLE_PROCESS: "worker", LOG_LEVEL: "error" }),
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // Also where the test fails before it kills it.
  onTestFinished(() => void child.kill("SIGKILL"));
  const droppedSoFar = async () => (await stateOf(place))?.dropped ?? 0;
  await vi.waitFor(async () => expect(await droppedSoFar()).toBeGreaterThan(0), WAIT);
  child.kill("SIGKILL");
  await ended;
  const dropped = await droppedSoFar();
  const left = await api.db.prisma.call.count({ where: { projectId } });
  expect(dropped).toBeLessThan(unqueued);
  expect(dropped + left).toBe(total);

  await api.db.prisma.lease.deleteMany();
  const worker = startWorker(api.db);
  await vi.waitFor(async () => expect((await stateOf(place))?.isDropping).toBe(false), WAIT);
  await worker.stop();
  expect(await stateOf(place)).toMatchObject({ lastDropped: unqueued, lastKept: 1 });
  expect(await idsIn(place)).toEqual(["c3000"]);
  expect(await audited(place, "calls.dropped")).toMatchObject([
    ["calls.dropped", place.admin.userId, { dropped: unqueued, kept: 1 }],
  ]);
});

const WAIT = { timeout: 60_000, interval: 10 };

test("calls are put into queues before or after a batch, and never in between", async () => {
  const place = await aPlace();
  const [id = ""] = await record(place, [{ id: "asked-for", ...OLD }]);
  await set(place, "days", 1);
  const { id: queueId } = await api.call(place.admin, createQueue, {
    projectId: place.project.path,
    name: "Late",
    scorerRefs: [],
  });
  await dropCalls(api.db);
  const body = { project_id: place.project.path, call_ids: [id], display_fields: [] };
  const adding = await api.db.transaction(async (tx) => {
    await dropCalls(tx);
    const answer = api.send(place.admin, { path: `/annotation_queues/${queueId}/items`, body });
    await untilWaiting(api, "for no key update");
    // Not awaited here: it waits for the end of this transaction.
    return { answer };
  });
  expect((await adding.answer).status).toBe(200);
  // It waits for a call that may arrive again.
  expect(await api.db.prisma.queueItem.count({ where: { queueId } })).toBe(0);
  expect(await api.db.prisma.pendingQueueCall.count({ where: { queueId } })).toBe(1);
});

test("a project that is being deleted has no turn, and its limit goes with it", async () => {
  const place = await aPlace();
  await record(place, [{ id: "a", ...OLD }]);
  await set(place, "days", 1);
  await api.db.prisma.project.update({ where: { id: place.project.id }, data: { deletedAt: new Date() } });
  expect(await dropCalls(api.db)).toBe(false);
  await api.db.prisma.project.update({ where: { id: place.project.id }, data: { deletedAt: null } });
});

test("what people deleted is counted by nobody, and engineers cannot set a limit", async () => {
  const place = await aPlace();
  await record(place, [{ id: "a", ...OLD }]);
  await api.call(place.caller, deleteCalls, { projectId: place.project.path, callIds: ["a"] });
  const asked = {
    path: `/projects/${place.project.path}/retention/preview`,
    body: { unit: "days", amount: 1 },
  };
  expect(await (await api.send(place.admin, asked)).json()).toMatchObject({ older: 0, dropped: 0, kept: 0 });
  const put = {
    method: "PUT",
    path: `/projects/${place.project.path}/retention`,
    body: { unit: "days", amount: 1 },
  };
  expect((await api.send(place.caller, put)).status).toBe(403);
});
