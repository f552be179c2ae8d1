import { expect, test } from "vitest";
import { queryServedEvaluations } from "#lib/contract/evaluation/served-evaluations.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, aRow, aRunOfStep } from "#lib/testing/data/evaluation-data.ts";
import { aModel, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryServedEvaluations, async ({ project }) => ({ project_id: project.path }));

const ROWS = Array.from({ length: 20 }, (_, at) => aRow(`q${at}`, `a${at}`));

async function serving(step: number, alias = "production"): Promise<ModelPlace> {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1, 2]);
  await name(place, step, alias);
  return place;
}

function name({ project, caller, model }: ModelPlace, step: number, alias: string) {
  return api.db.query(sql`
    insert into checkpoint_alias (project_id, model_id, name, step, updated_by)
    values (${project.id}, ${model.id}, ${alias}, ${step}::int, ${caller.userId})`);
}

test("what serves is listed with its newest whole run, in raw JSON", async () => {
  const place = await serving(2);
  const { project, caller, model } = place;
  const { id: evaluationId, name: evaluationName } = await anEvaluation(api, place, { rows: ROWS });
  await aRunOfStep(api, place, { evaluationId, step: 2, right: 3 });
  const runId = await aRunOfStep(api, place, { evaluationId, step: 2, right: 15 });
  await aRunOfStep(api, place, { evaluationId, step: 2, right: 20, state: "failed" });
  await aRunOfStep(api, place, { evaluationId, step: 1, right: 20 });
  const response = await api.send(caller, {
    path: "/evaluations/served",
    body: { project_id: project.path },
  });
  expect(await response.json()).toEqual({
    total_count: 1,
    checkpoints: [
      {
        ...{ model_id: model.id, model_name: "agent", step: 2, since: expect.any(String) },
        measure: {
          evaluation_id: evaluationId,
          evaluation_name: evaluationName,
          run_id: runId,
          version: 0,
          ended_at: expect.any(String),
          metric: { name: "exact_match", unit: "share", better: "higher" },
          // Wilson's interval of 15 of 20.
          estimate: {
            value: 0.75,
            low: expect.closeTo(0.5313, 4),
            high: expect.closeTo(0.8881, 4),
            n: 20,
            method: "wilson",
          },
        },
      },
    ],
  });
});

test("the metric of the gate is shown, and what was never measured has none", async () => {
  const place = await serving(1);
  const { project, caller, model } = place;
  const input = { projectId: project.path, alias: "production", limit: 3 };
  const read = () => api.call(caller, queryServedEvaluations, input);
  expect((await read()).checkpoints).toMatchObject([{ modelId: model.id, step: 1, measure: null }]);
  const { id: evaluationId } = await anEvaluation(api, place, { rows: ROWS });
  await aRunOfStep(api, place, { evaluationId, step: 1, right: 10 });
  const target = JSON.stringify({ evaluation_id: evaluationId, metric: "nll", min_gain: 0 });
  await api.db.query(sql`
    insert into checkpoint_gate (project_id, model_id, alias, target, guards, updated_by)
    values (${project.id}, ${model.id}, 'production', ${target}::json, '[]'::json, ${caller.userId})`);
  const [{ measure } = { measure: null }] = (await read()).checkpoints;
  expect(measure).toMatchObject({ metric: { name: "nll" }, estimate: { value: expect.closeTo(1.9, 9) } });
});

test("of deleted models and other aliases nothing serves", async () => {
  const place = await serving(1, "trial");
  const { project, caller, model } = place;
  const read = (alias: string) =>
    api.call(caller, queryServedEvaluations, { projectId: project.path, alias, limit: 3 });
  expect(await read("production")).toEqual({ checkpoints: [], totalCount: 0 });
  expect(await read("trial")).toMatchObject({ totalCount: 1 });
  await api.db.query(sql`update model set deleted_at = now() where id = ${model.id}`);
  expect(await read("trial")).toEqual({ checkpoints: [], totalCount: 0 });
});
