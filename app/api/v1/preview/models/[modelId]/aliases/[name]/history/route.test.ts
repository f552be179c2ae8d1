import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { aModel, aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryAliasMoves, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
  name: "production",
}));

test("the history says who moved an alias, when, from which step to which and why, newest first", async () => {
  const place = await aModel(api);
  const { project, caller } = place;
  const admin = byBearer(await api.aCaller(project, "admin"));
  await someCheckpoints(api, place, [1, 2]);
  const path = `/v1/preview/models/${place.model.id}/aliases/production`;
  const put = (who: typeof admin, body: unknown) => api.send(who, { method: "PUT", path, body });
  await put(caller, { step: 1, reason: "The first one" });
  await put(caller, { step: 1 });
  await put(admin, { step: 2, override: true, reason: "An outage" });
  await put(caller, { step: 1 });
  await api.send(caller, { method: "DELETE", path });
  const read = async (body: unknown) =>
    (await api.send(caller, { method: "POST", path: `${path}/history`, body })).json();
  const { moves, total_count } = await read({});
  expect(total_count).toBe(4);
  expect(moves).toMatchObject([
    { kind: "removed", from_step: 1, step: null, note: null, moved_by: caller.userId },
    { kind: "rolled_back", from_step: 2, step: 1, note: null },
    { kind: "overridden", from_step: 1, step: 2, note: "An outage", moved_by: admin.userId, lines: [] },
    { kind: "moved", from_step: null, step: 1, note: "The first one", alias: "production" },
  ]);
  expect((await read({ limit: 1, offset: 3 })).moves).toEqual([moves[3]]);
});
