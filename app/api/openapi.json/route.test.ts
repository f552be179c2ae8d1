import { expect, test } from "vitest";
import { getOpenApi } from "#lib/contract/jobs/system.ts";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, getOpenApi);

test("everyone may read the contract, with every operation", async () => {
  const response = await api.send(null, { method: "GET", path: getOpenApi.path });
  const document = await response.json();
  expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
  const listed = Object.values<Record<string, { operationId: string }>>(document.paths)
    .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    .sort();
  expect(listed).toEqual(ALL_ENDPOINTS.map(({ operationId }) => operationId).sort());
});
