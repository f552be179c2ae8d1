import { expect, test } from "vitest";
import { recordAgentSpans } from "#lib/contract/traces/otel.ts";
import { aRecorder, readCalls } from "#lib/testing/data/call-data.ts";
import { anExport, aSpan } from "#lib/testing/data/otel-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, recordAgentSpans);

test("what an agent did is a call like any other", async () => {
  const recorder = await aRecorder(api);
  const span = aSpan({ name: "invoke_agent" });
  const body = anExport([span], recorder.project);
  expect((await api.send(recorder.caller, { path: recordAgentSpans.path, body })).status).toBe(200);
  expect(await readCalls(api, recorder)).toMatchObject([{ id: span.spanId, opName: "invoke_agent" }]);
});
