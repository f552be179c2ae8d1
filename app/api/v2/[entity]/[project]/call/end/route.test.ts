import { expect, test } from "vitest";
import { endCallV2 } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, endCallV2);

test("an end joins its start in the project of its path", async () => {
  const recorder = await aRecorder(api);
  const { project, caller } = recorder;
  const base = `/v2/${project.entity}/${project.name}/call`;
  const start = aStart(project);
  const end = {
    id: start.id,
    started_at: start.started_at,
    ended_at: "2026-01-01T00:00:01Z",
    output: "done",
  };
  const response = await api.send(caller, { path: `${base}/end`, body: { end } });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  expect(await readCalls(api, recorder)).toEqual([]);
  await api.send(caller, { path: `${base}/start`, body: { start } });
  expect(await readCalls(api, recorder)).toMatchObject([{ id: start.id, output: "done" }]);
  const foreign = await api.send(caller, {
    path: `${base}/end`,
    body: { end: { ...end, project_id: "a/b" } },
  });
  expect(foreign.status).toBe(400);
});
