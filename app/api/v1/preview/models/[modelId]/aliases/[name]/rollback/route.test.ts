import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import {
  aModel,
  aModelIn,
  byBearer,
  type ModelPlace,
  someCheckpoints,
} from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const pathOf = ({ model }: Pick<ModelPlace, "model">) => `/v1/preview/models/${model.id}/aliases/production`;

async function moveTo(place: ModelPlace, steps: readonly number[]): Promise<void> {
  for (const step of steps)
    expect(
      (await api.send(place.caller, { method: "PUT", path: pathOf(place), body: { step } })).status,
    ).toBe(200);
}

const rollBack = (place: ModelPlace, body: unknown = {}) =>
  api.send(place.caller, { method: "POST", path: `${pathOf(place)}/rollback`, body });

routeGuarantees(api, contract.rollBackCheckpointAlias, async (place: Place) => {
  const model = await aModelIn(api, place);
  await someCheckpoints(api, { model, project: place.project }, [1]);
  await moveTo({ ...place, model, caller: byBearer(place.caller) }, [0, 1]);
  return { model_id: model.id, name: "production" };
});

test("each rollback goes one step further back, and never to what it has just left", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  await moveTo(place, [0, 1, 2]);
  expect(await (await rollBack(place, { note: "Wrong language" })).json()).toEqual({
    name: "production",
    step: 1,
  });
  expect(await (await rollBack(place)).json()).toEqual({ name: "production", step: 0 });
  const end = await rollBack(place);
  expect([end.status, (await end.json()).code]).toEqual([409, "nothing_before"]);
});

test("two who roll back from the same step at once do it once", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1, 2]);
  await moveTo(place, [0, 1, 2]);
  const both = await Promise.all([rollBack(place, { step: 1 }), rollBack(place, { step: 1 })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const stale = await rollBack(place, { step: 2 });
  expect([stale.status, (await stale.json()).code]).toEqual([409, "moved"]);
  expect(await (await rollBack(place)).json()).toEqual({ name: "production", step: 0 });
});

test("an alias that is not there cannot go back", async () => {
  expect((await rollBack(await aModel(api))).status).toBe(404);
});
