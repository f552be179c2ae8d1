import { expect, test } from "vitest";
import { readCall, streamCalls, upsertCallBatch } from "#lib/contract/traces/calls.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, upsertCallBatch);

async function aWriter() {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project) };
}

function start(projectId: string, more: Record<string, unknown> = {}) {
  const at = "2026-01-01T00:00:00Z";
  return { project_id: projectId, id: newId(), trace_id: newId(), op_name: "op", started_at: at, ...more };
}

test("the answers stand in the order of the batch, and a bad element costs only itself", async () => {
  const { project, caller } = await aWriter();
  const good = start(project.path);
  const body = {
    batch: [
      { mode: "start", req: { start: good } },
      { mode: "start", req: { start: { ...start(project.path), op_name: 5 } } },
      { req: { end: { project_id: project.path, id: good.id, ended_at: "2026-01-01T00:00:01Z" } } },
      null,
      { mode: "middle", req: {} },
      { req: { start: { ...start(project.path), started_at: "yesterday", id: "a\u0000b" } } },
    ],
  };
  const response = await api.send(caller, { path: upsertCallBatch.path, body });
  expect(response.status).toBe(200);
  const { res } = (await response.json()) as { res: Record<string, string>[] };
  expect(res.map((answer) => Object.keys(answer))).toEqual([
    ["id", "trace_id"],
    ["error"],
    [],
    ["error"],
    ["error"],
    ["error"],
  ]);
  expect(res[0]).toEqual({ id: good.id, trace_id: good.trace_id });
  expect(res[1]?.error).toContain("req.start.op_name");
  expect(res[5]?.error).toMatch(
    /req\.start\.id.*req\.start\.started_at|req\.start\.started_at.*req\.start\.id/,
  );
  const calls = await api.callAll(caller, streamCalls, { projectId: project.path });
  expect(calls.map((call) => [call.id, call.endedAt])).toEqual([[good.id, "2026-01-01T00:00:01.000Z"]]);
});

test("an end before its start is kept, hidden until the start comes, and joined then", async () => {
  const { project, caller } = await aWriter();
  const begun = start(project.path, { inputs: { a: 1 } });
  const end = { project_id: project.path, id: begun.id, ended_at: "2026-01-01T00:00:02Z", output: { b: 2 } };
  await api.send(caller, { path: upsertCallBatch.path, body: { batch: [{ mode: "end", req: { end } }] } });
  const read = () => api.call(caller, readCall, { projectId: project.path, id: begun.id });
  expect(await read()).toEqual({ call: null });
  const batch = [{ mode: "start", req: { start: begun } }];
  await api.send(caller, { path: upsertCallBatch.path, body: { batch } });
  const { call } = await read();
  expect(call).toMatchObject({ inputs: { a: 1 }, output: { b: 2 }, traceId: begun.trace_id });
  expect(call?.summary).toEqual({ weave: { status: "success", latency_ms: 2000, trace_name: "op" } });
  expect(call?.wbUserId).toBe(caller.userId);
});

test("a batch may name several projects, and one that may not be written refuses the whole", async () => {
  const { project, caller } = await aWriter();
  const [second, foreign] = [await api.aProject(), await api.aProject()];
  await api.db.prisma.projectMember.create({
    data: { projectId: second.id, userId: caller.userId, role: "engineer" },
  });
  const send = (paths: string[]) => {
    const batch = paths.map((path) => ({ req: { start: start(path) } }));
    return api.send(caller, { path: upsertCallBatch.path, body: { batch } });
  };
  const stored = () => api.db.prisma.call.count({ where: { projectId: { in: [project.id, second.id] } } });
  expect((await send([project.path, foreign.path])).status).toBe(403);
  expect(await stored()).toBe(0);
  expect((await send([project.path, second.path, project.path])).status).toBe(200);
  expect(await stored()).toBe(3);
});

test("parts of one call in one batch are joined in their order", async () => {
  const { project, caller } = await aWriter();
  const begun = start(project.path, { inputs: { first: true } });
  const end = { project_id: project.path, id: begun.id, ended_at: "2026-01-01T00:00:02Z", output: 1 };
  const batch = [
    { req: { end } },
    { req: { start: begun } },
    { req: { start: { ...begun, inputs: { second: true } } } },
    { req: { end: { ...end, output: 2 } } },
  ];
  const response = await api.send(caller, { path: upsertCallBatch.path, body: { batch } });
  const ids = { id: begun.id, trace_id: begun.trace_id };
  expect(await response.json()).toEqual({ res: [{}, ids, ids, {}] });
  const { call } = await api.call(caller, readCall, { projectId: project.path, id: begun.id });
  expect(call).toMatchObject({ inputs: { second: true }, output: 2 });
});
