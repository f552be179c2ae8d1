import { expect, test } from "vitest";
import { updateCall } from "#lib/contract/traces/calls.ts";
import { aRecorder, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, updateCall, async ({ project, caller }) => {
  const [id] = await recordCalls(api, { project, caller }, [{}]);
  return { project_id: project.path, call_id: id, display_name: "Renamed" };
});

test("a display name is set, and an empty one takes it away", async () => {
  const recorder = await aRecorder(api);
  const [id = ""] = await recordCalls(api, recorder, [{ display_name: "Old" }]);
  const rename = async (name: string) => {
    const body = { project_id: recorder.project.path, call_id: id, display_name: name };
    expect(await (await api.send(recorder.caller, { path: updateCall.path, body })).json()).toEqual({});
    const [call] = await readCalls(api, recorder);
    return call?.displayName;
  };
  expect(await rename("New")).toBe("New");
  expect(await rename("")).toBeNull();
});

test("a call that does not exist is a 404", async () => {
  const { caller, project } = await aRecorder(api);
  const body = { project_id: project.path, call_id: "nothing", display_name: "x" };
  const response = await api.send(caller, { path: updateCall.path, body });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    detail: "Call nothing not found",
    reason: "Call nothing not found",
  });
});
