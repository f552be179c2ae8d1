import { expect, test } from "vitest";
import { getEvaluationCurve } from "#lib/contract/evaluation/evaluation-curves.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, aRow, aRunIn, aRunOfStep } from "#lib/testing/data/evaluation-data.ts";
import { aModel, aModelIn, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getEvaluationCurve, async (place) => {
  const { project_id, evaluation_id } = await aRunIn(api, place);
  const { id } = await aModelIn(api, place);
  return { project_id, evaluation_id, model_id: id, metric: "exact_match" };
});

const ROWS = 20;

async function aCurve() {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1, 2, 3]);
  const rows = Array.from({ length: ROWS }, (_, at) => aRow(`q${at}`, `a${at}`));
  const evaluation = await anEvaluation(api, place, { rows });
  const at = { projectId: place.project.path, evaluationId: evaluation.id, modelId: place.model.id };
  const read = (more: { metric?: string } = {}) =>
    api.call(place.caller, getEvaluationCurve, { ...at, ...more });
  return { place, evaluation, at, read };
}

test("each step has its newest completed run, with the interval", async () => {
  const { place, evaluation, read } = await aCurve();
  const evaluationId = evaluation.id;
  await aRunOfStep(api, place, { evaluationId, step: 2, right: 3 });
  const second = await aRunOfStep(api, place, { evaluationId, step: 2, right: 15 });
  const first = await aRunOfStep(api, place, { evaluationId, step: 1, right: 10 });
  await aRunOfStep(api, place, { evaluationId, step: 3, right: 20, state: "cancelled" });
  const { metrics, metric, points, gates } = await read();
  expect(metric).toBe("exact_match");
  expect(metrics.map(({ name }) => name)).toEqual(["exact_match", "nll", "latency_ms", "completion_tokens"]);
  expect(points.map(({ step, runId }) => [step, runId])).toEqual([
    [1, first],
    [2, second],
  ]);
  // Wilson's interval of 15 of 20, worked out by hand: (0.75 + z²/40 ± z √(0.75·0.25/20 + z²/1600)) / (1 + z²/20).
  expect(points[1]?.estimate).toMatchObject({ value: 0.75, n: ROWS, method: "wilson" });
  expect(points[1]?.estimate.low).toBeCloseTo(0.5313, 4);
  expect(points[1]?.estimate.high).toBeCloseTo(0.8881, 4);
  expect(gates).toEqual([]);
  const nll = await read({ metric: "nll" });
  expect(nll.points.map(({ estimate }) => Number(estimate.value?.toFixed(6)))).toEqual([1.9, 1.8]);
  // By a metric of which a run has no number, the step was measured all the same.
  await api.db.query(sql`update evaluation_result set scores = '{}' where run_id = ${second}`);
  expect((await read({ metric: "exact_match" })).runs).toEqual([
    { step: 1, runId: first },
    { step: 2, runId: second },
  ]);
  await expect(read({ metric: "style" })).rejects.toMatchObject({ status: 422 });
});

test("a gate's line stands where the next checkpoint must get to, whichever way the metric counts", async () => {
  const { place, evaluation, read } = await aCurve();
  const evaluationId = evaluation.id;
  for (const [step, right] of [
    [1, 10],
    [2, 15],
  ] as const)
    await aRunOfStep(api, place, { evaluationId, step, right });
  const target = { evaluation_id: evaluationId, metric: "exact_match", min_gain: 0.1 };
  const guards = [{ evaluation_id: evaluationId, metric: "nll", margin: 0.05 }];
  await api.db.query(sql`
    insert into checkpoint_alias (project_id, model_id, name, step, updated_by)
    values (${place.project.id}, ${place.model.id}, 'production', 2, ${place.caller.userId})`);
  await api.db.query(sql`
    insert into checkpoint_gate (project_id, model_id, alias, target, guards, updated_by)
    values (${place.project.id}, ${place.model.id}, 'production', ${JSON.stringify(target)}::json,
      ${JSON.stringify(guards)}::json, ${place.caller.userId})`);
  const [line] = (await read()).gates;
  expect(line).toMatchObject({ alias: "production", role: "target" });
  expect(line?.value).toBeCloseTo(0.85, 12);
  // Likelihood is better where it is lower, so it may rise by the margin.
  const [guard] = (await read({ metric: "nll" })).gates;
  expect(guard).toMatchObject({ role: "guard" });
  expect(guard?.value).toBeCloseTo(1.85, 12);
});

test("a model that was never measured has no curve", async () => {
  const { read } = await aCurve();
  expect(await read()).toEqual({ metrics: [], metric: null, points: [], runs: [], gates: [] });
});

test("a model that the project does not have is not found, and a deleted one keeps its curve", async () => {
  const { place, at, read } = await aCurve();
  const other = await aModel(api, { name: "agent" });
  for (const modelId of ["none", other.model.id])
    await expect(api.call(place.caller, getEvaluationCurve, { ...at, modelId })).rejects.toMatchObject({
      status: 404,
    });
  await api.db.prisma.model.update({ where: { id: place.model.id }, data: { deletedAt: new Date() } });
  expect((await read()).points).toEqual([]);
});
