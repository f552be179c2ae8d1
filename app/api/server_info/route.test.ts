import { expect, test } from "vitest";
import { getServerInfo } from "#lib/contract/jobs/service-info.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("every client may trace here, and hears it without a credential", async () => {
  const response = await api.send(null, { method: "GET", path: getServerInfo.path });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    min_required_weave_python_version: "0.0.1",
    trace_server_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test("another method is refused with the list of allowed ones", async () => {
  const response = await api.send(null, { path: getServerInfo.path, body: {} });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});
