import { expect, test } from "vitest";
import { startCall } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, startCall);

test("a start without ids gets some, and the same ones again under its own id", async () => {
  const recorder = await aRecorder(api);
  const bare = { project_id: recorder.project.path, op_name: "answer", started_at: "2026-01-01T00:00:00Z" };
  const send = async (start: object) =>
    (await api.send(recorder.caller, { path: startCall.path, body: { start } })).json();
  const made = (await send(bare)) as { id: string; trace_id: string };
  expect(made.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await send({ ...bare, id: made.id })).toEqual(made);
  expect(await send({ ...bare, id: made.id, trace_id: "mine" })).toEqual({ id: made.id, trace_id: "mine" });
  expect(await send({ ...bare, id: made.id })).toEqual({ id: made.id, trace_id: "mine" });
});

test("a start sent again replaces the fields that it brings and no others", async () => {
  const recorder = await aRecorder(api);
  const first = aStart(recorder.project, { thread_id: "t", inputs: { a: 1 }, display_name: "One" });
  await api.send(recorder.caller, { path: startCall.path, body: { start: first } });
  const again = { ...first, thread_id: undefined, display_name: null, inputs: { b: 2 }, wb_run_step: 7 };
  await api.send(recorder.caller, { path: startCall.path, body: { start: again } });
  const [call] = await readCalls(api, recorder);
  expect(call).toMatchObject({ threadId: "t", inputs: { b: 2 }, displayName: "One", wbRunStep: 7 });
});

test("the call belongs to the credential's user, whatever user the body names, and stays with the first one", async () => {
  const recorder = await aRecorder(api);
  const start = aStart(recorder.project, { wb_user_id: "someone else" });
  await api.send(recorder.caller, { path: startCall.path, body: { start } });
  const other = await api.aCaller(recorder.project);
  await api.send(other, { path: startCall.path, body: { start } });
  const [call] = await readCalls(api, recorder);
  expect(call?.wbUserId).toBe(recorder.caller.userId);
});

test("a value beyond 3.5 MiB gives way to a marker, and the call is kept", async () => {
  const recorder = await aRecorder(api);
  const start = aStart(recorder.project, { inputs: { text: "x".repeat(3.6 * 1024 * 1024) } });
  expect((await api.send(recorder.caller, { path: startCall.path, body: { start } })).status).toBe(200);
  const [call] = await readCalls(api, recorder);
  expect(call?.inputs).toEqual({ _weave: { error: "<EXCEEDS_LIMITS>" } });
});

test("a first start makes the project where the caller may", async () => {
  const { caller, project } = await aRecorder(api);
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  const start = { ...aStart(project), project_id: `${project.entity}/fresh` };
  expect((await api.send(caller, { path: startCall.path, body: { start } })).status).toBe(200);
  const made = await api.db.prisma.project.findFirst({
    where: { entityName: project.entity, name: "fresh" },
  });
  expect(made).not.toBeNull();
});
