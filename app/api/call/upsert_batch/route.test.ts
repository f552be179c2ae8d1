import { expect, test } from "vitest";
import { readCall, streamCalls, upsertCallBatch } from "#lib/contract/calls.ts";
import { newId } from "#lib/ids.ts";
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
