import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { aModel, aModelIn } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const MIB = 1024 * 1024;

routeGuarantees(api, contract.logTrajectories, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
  split: "val",
  trajectory_groups: [{ trajectories: [{ reward: 1 }] }],
}));

test("trajectories are kept as they were sent, NUL, lone surrogates and odd keys included", async () => {
  const { caller, model } = await aModel(api);
  const groups =
    '[{"trajectories":[{"reward":0.5,"__proto__":{"a":1},"text":"a\\u0000b\\ud800","n":null}]},[],"x",1]';
  const response = await api.send(caller, {
    path: `/v1/preview/models/${model.id}/log`,
    body: `{"model_id":"${model.id}","trajectory_groups":${groups},"split":"val"}`,
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({});
  const { rows } = await api.db.pool.query(
    "select split, payload::text, created_by from model_log where model_id = $1",
    [model.id],
  );
  expect(rows).toEqual([{ split: "val", payload: groups, created_by: caller.userId }]);
});

test("trajectories without a split are of training", async () => {
  const { caller, model } = await aModel(api);
  await api.call(caller, contract.logTrajectories, {
    modelId: model.id,
    split: "train",
    trajectoryGroups: [],
  });
  const body = { trajectory_groups: [], split: null };
  await api.send(caller, { path: `/v1/preview/models/${model.id}/log`, body });
  const rows = await api.db.prisma.modelLog.findMany({ where: { modelId: model.id } });
  expect(rows.map(({ split }) => split)).toEqual(["train", "train"]);
});

/** Groups of about `bytes`, numbers for the most part. */
function manyGroups(bytes: number): string {
  const logprobs = Array.from({ length: 10_000 }, (_, i) => -i / 7);
  const group = JSON.stringify({ trajectories: [{ reward: 1, logprobs }] });
  return `[${Array.from({ length: Math.floor(bytes / group.length) }, () => group).join(",")}]`;
}

test("a body may hold more values than any other", async () => {
  const { caller, model } = await aModel(api);
  const body = `{"trajectory_groups":[${"[1,2,3,4,5,6,7,8,9],".repeat(120_000)}0]}`;
  const response = await api.send(caller, { path: `/v1/preview/models/${model.id}/log`, body });
  expect(response.status).toBe(200);
});

test("a body of 11 MB is stored, and other requests are answered in between", async () => {
  const { caller, model } = await aModel(api);
  const groups = manyGroups(11 * MIB);
  const sending = api.send(caller, {
    path: `/v1/preview/models/${model.id}/log`,
    body: `{"trajectory_groups":${groups}}`,
  });
  const other = await api.call(caller, contract.getModel, { modelId: model.id });
  expect(other.id).toBe(model.id);
  expect((await sending).status).toBe(200);
  const { rows } = await api.db.pool.query(
    "select length(payload::text) as length from model_log where model_id = $1",
    [model.id],
  );
  expect(rows).toEqual([{ length: groups.length }]);
});
