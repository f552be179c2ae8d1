import { expect, test } from "vitest";
import { completeCalls } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, completeCalls);

test("whole calls are stored, and those that cannot be are named by their place", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const whole = { ...aStart(project), ended_at: "2026-01-01T00:00:01Z", output: { text: "yes" } };
  const { project_id: _, ...bare } = { ...aStart(project), ended_at: "2026-01-01T00:00:03Z" };
  const foreign = { ...aStart(project), project_id: "other/project", ended_at: "2026-01-01T00:00:01Z" };
  const body = { batch: [whole, { ...aStart(project), op_name: "no end" }, bare, foreign] };
  const path = `/v2/${project.entity}/${project.name}/calls/complete`;
  const response = await api.send(caller, { path, body });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    errors: [
      { index: 1, error: "ended_at: missing" },
      { index: 3, error: `project_id: other/project is not the project of the path, ${project.path}` },
    ],
  });
  const calls = await readCalls(api, recorder);
  expect(calls.map((call) => call.id).sort()).toEqual([whole.id, bare.id].sort());
  expect(calls.find((call) => call.id === whole.id)?.output).toEqual({ text: "yes" });
  const again = await api.send(caller, { path, body: { batch: [whole] } });
  expect(await again.json()).toEqual({});
});
