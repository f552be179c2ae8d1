import { expect, test } from "vitest";
import { aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

test("a large log is kept letter by letter, NUL, lone surrogates and odd keys included", async () => {
  const { caller, model } = await aModel(api);
  const group = '{"trajectories":[{"reward":0.5,"__proto__":{"a":1},"text":"é a\\u0000b\\ud800","n":null}]}';
  const groups = `[${Array<string>(30_000).fill(group).join(",")},[],"x",1]`;
  const response = await api.send(caller, {
    path: `/v1/preview/models/${model.id}/log`,
    body: `{"split":"val","trajectory_groups":${groups}}`,
  });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  const { rows } = await api.db.pool.query(
    "select split, payload::text, created_by from model_log where model_id = $1",
    [model.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ split: "val", created_by: caller.userId });
  expect(rows[0].payload === groups).toBe(true);
});

test("a large log without an element is an empty list", async () => {
  const { caller, model } = await aModel(api);
  const response = await api.send(caller, {
    path: `/v1/preview/models/${model.id}/log`,
    body: `{"trajectory_groups":[${"\n".repeat(2_000_000)}]}`,
  });
  expect(response.status).toBe(200);
  const { rows } = await api.db.pool.query("select payload::text from model_log where model_id = $1", [
    model.id,
  ]);
  expect(rows).toEqual([{ payload: "[]" }]);
});
