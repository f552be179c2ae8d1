import { expect, test } from "vitest";
import { startCallV2 } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, startCallV2);

test("a start goes to the project of its path, and one that names another is refused", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const path = `/v2/${project.entity}/${project.name}/call/start`;
  const start = { ...aStart(project), project_id: undefined };
  const response = await api.send(caller, { path, body: { start } });
  expect(await response.json()).toEqual({ id: start.id, trace_id: start.trace_id });
  const [call] = await readCalls(api, recorder);
  expect(call).toMatchObject({ id: start.id, endedAt: null, summary: { weave: { status: "running" } } });
  const foreign = await api.send(caller, { path, body: { start: { ...start, project_id: "other/one" } } });
  expect(foreign.status).toBe(400);
});
