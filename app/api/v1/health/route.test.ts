import { expect, test } from "vitest";
import { checkHealth } from "#lib/contract/jobs/system.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("health answers without a credential", async () => {
  const response = await api.send(null, { method: "GET", path: checkHealth.path });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});

test("another method is refused with the list of allowed ones", async () => {
  const response = await api.send(null, { path: checkHealth.path, body: {} });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});
