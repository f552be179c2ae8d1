import { expect, test } from "vitest";
import { endCall, startCall } from "#lib/contract/traces/calls.ts";
import { aRecorder, aStart, readCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, endCall);

test("an end is answered with an empty object, twice as well, and the later one counts", async () => {
  const recorder = await aRecorder(api);
  const start = aStart(recorder.project);
  const end = {
    project_id: recorder.project.path,
    id: start.id,
    ended_at: "2026-01-01T00:00:01Z",
    output: 1,
  };
  await api.send(recorder.caller, { path: startCall.path, body: { start } });
  for (const again of [end, { ...end, ended_at: "2026-01-01T00:00:02Z", output: null, exception: "boom" }]) {
    const response = await api.send(recorder.caller, { path: endCall.path, body: { end: again } });
    expect(await response.json()).toEqual({});
  }
  const [call] = await readCalls(api, recorder);
  expect(call).toMatchObject({ endedAt: "2026-01-01T00:00:02.000Z", output: 1, exception: "boom" });
  expect(call?.summary).toMatchObject({ weave: { status: "error", latency_ms: 2000 } });
});
