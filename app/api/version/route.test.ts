import { expect, test } from "vitest";
import { getServerInfo, getVersion } from "#lib/contract/jobs/service-info.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("the version is a plain text, that of server_info, and needs no credential", async () => {
  const response = await api.send(null, { method: "GET", path: getVersion.path });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  const info = await api.send(null, { method: "GET", path: getServerInfo.path });
  expect(await response.json()).toBe((await info.json()).trace_server_version);
});

test("a credential that proves nothing changes nothing", async () => {
  const headers = { authorization: "Basic bm9ib2R5Om5vdGhpbmc=" };
  const response = await api.send(null, { method: "GET", path: getVersion.path, headers });
  expect(await response.text()).toMatch(/^"\d+\.\d+\.\d+"$/);
});

test("another method is refused with the list of allowed ones", async () => {
  const response = await api.send(null, { path: getVersion.path, body: {} });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});
