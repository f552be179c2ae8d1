import { expect, test } from "vitest";
import { deleteCalls, startCall } from "#lib/contract/traces/calls.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aRecorder, aStart, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { untilWaiting } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, deleteCalls, async ({ project, caller }) => {
  const ids = await recordCalls(api, { project, caller }, [{}]);
  return { project_id: project.path, call_ids: ids };
});

test("a call is deleted with its descendants, once, and the audit log records it", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const [root = "", kept = ""] = await recordCalls(api, recorder, [{}, {}]);
  const [child = ""] = await recordCalls(api, recorder, [{ parent_id: root }]);
  await recordCalls(api, recorder, [{ parent_id: child }, { parent_id: child }]);
  const body = { project_id: project.path, call_ids: [root, "unknown"] };
  const send = async () => (await api.send(caller, { path: deleteCalls.path, body })).json();
  expect(await send()).toEqual({ num_deleted: 4 });
  expect(await send()).toEqual({ num_deleted: 0 });
  expect((await readCalls(api, recorder)).map((call) => call.id)).toEqual([kept]);
  const events = await api.db.prisma.auditEvent.findMany({ where: { projectId: project.id } });
  expect(events).toMatchObject([{ action: "calls.deleted", details: { named: 2, deleted: 4 } }]);
});

test("a hundred calls of a hundred thousand are deleted right after the load, before the database has statistics", async () => {
  const recorder = await aRecorder(api);
  const { id, path } = recorder.project;
  await api.asOwner(sql`alter table call set (autovacuum_enabled = off)`);
  for (let thousand = 0; thousand < 100; thousand += 10)
    await api.db.query(sql`
      insert into call (project_id, id, trace_id, parent_id, op_name, started_at)
      select ${id}, 'n' || n, 'n' || n / 10 * 10, case when n % 10 > 0 then 'n' || n / 10 * 10 end, 'op', now()
      from generate_series(${thousand * 1000}::int, ${thousand * 1000 + 9_999}::int) n`);
  const callIds = Array.from({ length: 100 }, (_, n) => `n${n * 10}`);
  expect(await api.call(recorder.caller, deleteCalls, { projectId: path, callIds })).toEqual({
    numDeleted: 1000,
  });
  await api.asOwner(sql`alter table call reset (autovacuum_enabled)`);
}, 60_000);

test("calls that are each other's parents are deleted like any other", async () => {
  const recorder = await aRecorder(api);
  const ids = await recordCalls(api, recorder, [
    { id: `a-${recorder.project.id}`, parent_id: `b-${recorder.project.id}` },
    { id: `b-${recorder.project.id}`, parent_id: `a-${recorder.project.id}` },
  ]);
  const input = { projectId: recorder.project.path, callIds: ids.slice(0, 1) };
  expect(await api.call(recorder.caller, deleteCalls, input)).toEqual({ numDeleted: 2 });
});

test("a deletion takes calls in the order of their ids, as batches do, so that neither waits for the other in a circle", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const [last, first] = [`z-${project.id}`, `a-${project.id}`];
  for (const id of [last, first]) await recordCalls(api, recorder, [{ id }]);
  const take = (id: string) =>
    sql`select id from call where project_id = ${project.id} and id = ${id} for no key update nowait`;
  let deletion: Promise<unknown> = Promise.resolve();
  await api.db.transaction(async (batch) => {
    await batch.query(take(first));
    deletion = api.call(caller, deleteCalls, { projectId: project.path, callIds: [last, first] });
    await untilWaiting(api, "from call");
    expect(await batch.query(take(last))).toEqual([{ id: last }]);
  });
  expect(await deletion).toEqual({ numDeleted: 2 });
});

test("a deleted call stays deleted when it is sent again", async () => {
  const recorder = await aRecorder(api);
  const start = aStart(recorder.project);
  await api.send(recorder.caller, { path: startCall.path, body: { start } });
  await api.call(recorder.caller, deleteCalls, { projectId: recorder.project.path, callIds: [start.id] });
  await api.send(recorder.caller, { path: startCall.path, body: { start } });
  expect(await readCalls(api, recorder)).toEqual([]);
});
