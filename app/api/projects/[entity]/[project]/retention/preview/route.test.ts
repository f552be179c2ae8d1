import { expect, test } from "vitest";
import { previewRetention } from "#lib/contract/traces/retention.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, previewRetention);

test("a preview saves nothing and drops nothing", async () => {
  const place = await aRecorder(api);
  await recordCalls(api, place, [{}, {}, {}]);
  const admin = await api.aCaller(place.project, "admin");
  const path = `/projects/${place.project.path}/retention`;
  const asked = { path: `${path}/preview`, body: { unit: "calls", amount: 1 } };
  expect(await (await api.send(admin, asked)).json()).toEqual({
    until: "2026-01-01T00:00:02.000Z",
    older: 2,
    dropped: 2,
    kept: 0,
    is_complete: true,
  });
  expect(await (await api.send(admin, { method: "GET", path })).json()).toEqual({ retention: null });
  expect(await api.db.prisma.call.count({ where: { projectId: place.project.id } })).toBe(3);
});

test.each([
  { unit: "days", amount: 2_000_000_000 },
  { unit: "days", amount: 1 },
  { unit: "calls", amount: 4 },
])("%j drops nothing of calls that have just come", async (limit) => {
  const place = await aRecorder(api);
  await recordCalls(api, place, [{}, {}, {}]);
  const admin = await api.aCaller(place.project, "admin");
  const asked = { path: `/projects/${place.project.path}/retention/preview`, body: limit };
  expect(await (await api.send(admin, asked)).json()).toMatchObject({ dropped: 0, is_complete: true });
});
