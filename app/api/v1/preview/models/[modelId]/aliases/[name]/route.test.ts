import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import { aModel, aModelIn, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function modelOf(place: Place): Promise<string> {
  const model = await aModelIn(api, place);
  await someCheckpoints(api, { model, project: place.project }, [1, 2]);
  return model.id;
}

routeGuarantees(api, contract.setCheckpointAlias, async (place) => ({
  model_id: await modelOf(place),
  name: "production",
  step: 1,
}));
routeGuarantees(api, contract.deleteCheckpointAlias, async (place) => ({
  model_id: await modelOf(place),
  name: "production",
}));

const aliasPath = ({ model }: ModelPlace, name: string) =>
  `/v1/preview/models/${model.id}/aliases/${encodeURIComponent(name)}`;

const set = (place: ModelPlace, name: string, step: unknown) =>
  api.send(place.caller, { method: "PUT", path: aliasPath(place, name), body: { step } });

const take = (place: ModelPlace, name: string) =>
  api.send(place.caller, { method: "DELETE", path: aliasPath(place, name) });

async function aliases(place: ModelPlace): Promise<Record<number, string[]>> {
  const path = `/v1/preview/models/${place.model.id}/checkpoints`;
  const { data } = await (await api.send(place.caller, { method: "GET", path })).json();
  return Object.fromEntries(data.map((row: { step: number; aliases: string[] }) => [row.step, row.aliases]));
}

test("a name is given, moved and taken away, and the list shows it beside the computed latest", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  expect(await (await set(place, "production", 1)).json()).toEqual({ name: "production", step: 1 });
  expect(await (await set(place, "best", 2)).json()).toEqual({ name: "best", step: 2 });
  expect(await aliases(place)).toEqual({ 0: [], 1: ["production"], 2: ["latest", "best"] });
  await set(place, "production", 2);
  expect(await aliases(place)).toEqual({ 0: [], 1: [], 2: ["latest", "best", "production"] });
  expect(await (await take(place, "production")).json()).toEqual({ deleted_count: 1 });
  expect(await (await take(place, "production")).json()).toEqual({ deleted_count: 0 });
  expect(await aliases(place)).toEqual({ 0: [], 1: [], 2: ["latest", "best"] });
});

test("the audit log records who created, moved and deleted an alias, and no request that changed nothing", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1]);
  for (const step of [0, 0, 1]) await set(place, "production", step);
  expect((await set(place, "production", 7)).status).toBe(404);
  await take(place, "production");
  await take(place, "production");
  const events = await api.db.prisma.auditEvent.findMany({
    where: { target: place.model.id, action: { startsWith: "checkpoint_alias." } },
    orderBy: { id: "asc" },
  });
  const { userId: actorUserId } = place.caller;
  const { id: projectId } = place.project;
  expect(events).toMatchObject([
    { action: "checkpoint_alias.created", actorUserId, projectId, details: { name: "production", step: 0 } },
    { action: "checkpoint_alias.moved", details: { name: "production", step: 1, from_step: 0 } },
    { action: "checkpoint_alias.deleted", details: { name: "production", step: 1 } },
  ]);
});

test("a step that is not there takes no name, and a damaged one neither", async () => {
  const place = await aModel(api);
  const [damaged = ""] = await someCheckpoints(api, place, [1]);
  expect((await set(place, "best", 7)).status).toBe(404);
  await markCorrupt(api.db, damaged);
  expect((await set(place, "best", 1)).status).toBe(409);
  expect(await aliases(place)).toEqual({ 0: ["latest"], 1: [] });
});

test("a checkpoint with a name is not deleted, and the refusal says which name", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  await set(place, "production", 1);
  const path = `/v1/preview/models/${place.model.id}/checkpoints`;
  const remove = (steps: number[]) => api.send(place.caller, { method: "DELETE", path, body: { steps } });
  const refused = await remove([0, 1]);
  expect(refused.status).toBe(409);
  expect((await refused.json()).detail).toContain("'production'");
  expect(Object.keys(await aliases(place))).toEqual(["0", "1", "2"]);
  await take(place, "production");
  expect(await (await remove([0, 1])).json()).toEqual({ deleted_count: 2, not_found_steps: [] });
});

test("a name that is given while its checkpoint is deleted either keeps it or is refused", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  const path = `/v1/preview/models/${place.model.id}/checkpoints`;
  const [named, deleted] = await Promise.all([
    set(place, "production", 1),
    api.send(place.caller, { method: "DELETE", path, body: { steps: [1] } }),
  ]);
  const isThere = 1 in (await aliases(place));
  expect([named.status, deleted.status]).toEqual(isThere ? [200, 409] : [404, 200]);
});

test.each(["latest", "LATEST", "3", "step3", "v3", "Step12", "-a", "a b", "a:b", "a@b", "ü", "x".repeat(65)])(
  "the name %j is a 422",
  async (name) => {
    const place = await aModel(api);
    expect((await set(place, name, 0)).status).toBe(422);
  },
);

test.each(["step", "v", "v3-final", "step-3", "latest-good", "A.b_c-9", "x".repeat(64)])(
  "the name %j is one, and requests reach the checkpoint by it",
  async (name) => {
    const place = await aModel(api);
    expect((await set(place, name, 0)).status).toBe(200);
    expect(await aliases(place)).toEqual({ 0: ["latest", name] });
  },
);
