import { expect, test } from "vitest";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { deleteLoop } from "#lib/contract/loops/loops.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anEvaluation, aRunIn, someRuns } from "#lib/testing/data/evaluation-data.ts";
import { aLoopIn } from "#lib/testing/data/loop-data.ts";
import { aModel, aModelIn } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getEvaluation, async (place) => {
  const { project_id, evaluation_id } = await aRunIn(api, place);
  return { project_id, evaluation_id };
});

routeGuarantees(api, contract.updateEvaluation, async (place) => {
  const { project_id, evaluation_id } = await aRunIn(api, place);
  return { project_id, evaluation_id, name: "Renamed", is_archived: true, on_checkpoint: [] };
});

routeGuarantees(api, contract.deleteEvaluation, async (place) => {
  const { id } = await anEvaluation(api, place);
  return { project_id: place.project.path, evaluation_id: id };
});

async function aPlace() {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const evaluation = await anEvaluation(api, place);
  const at = { projectId: project.path, evaluationId: evaluation.id };
  return { place, evaluation, at };
}

const GRADER: EvaluationGrader = {
  name: "close",
  grader: { type: "string_check", input: "{{sample.output_text}}", reference: "yes", operation: "eq" },
};

test("before its first run an evaluation may measure by others; afterwards that is refused, and nothing changes", async () => {
  const { place, evaluation, at } = await aPlace();
  const { datasetId, sampling } = evaluation;
  const measures = { datasetId, graders: [GRADER], sampling: { ...sampling, maxTokens: 9 } };
  const update = (more: Partial<InputOf<typeof contract.updateEvaluation>>) =>
    api.call(place.caller, contract.updateEvaluation, { ...at, ...more });
  const changed = await update({ measures });
  expect(changed.evaluation).toMatchObject({ graders: [{ name: "close" }], sampling: { maxTokens: 9 } });
  await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  const refused = update({ name: "Other", measures: { ...measures, graders: [] } });
  await expect(refused).rejects.toMatchObject({ status: 409, code: "measured" });
  await expect(refused).rejects.toThrow("has 1 run, whose numbers mean what its dataset, graders");
  const { evaluation: after } = await api.call(place.caller, contract.getEvaluation, at);
  expect(after).toMatchObject({ name: evaluation.name, graders: [{ name: "close" }] });
  // The same measures change nothing, and may be sent along.
  expect((await update({ name: "Other", measures })).evaluation.name).toBe("Other");
});

test("what loops and guards measure does not push out the runs that people started", async () => {
  const { place, evaluation, at } = await aPlace();
  const [own] = await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  await api.db.query(sql`
    insert into evaluation_run (id, project_id, evaluation_id, version_id, subject, samples, seed, state, total, created_by, origin, created_at)
    select n.id || '-' || g, n.project_id, n.evaluation_id, n.version_id, 'agent:step' || g, 1, 1, 'completed', 1,
      n.created_by, 'guard', n.created_at + g * interval '1 second'
    from evaluation_run n, generate_series(1, 60) g where n.evaluation_id = ${evaluation.id}`);
  const { runs } = await api.call(place.caller, contract.getEvaluation, at);
  expect(runs.map(({ origin }) => origin)).toEqual([...Array(50).fill("guard"), "person"]);
  expect(runs.at(-1)?.id).toBe(own?.id);
});

test("a run that begins while its measures change is measured by the ones that stand", async () => {
  const { place, evaluation, at } = await aPlace();
  const { datasetId, sampling } = evaluation;
  const graders = [GRADER];
  const outcomes = await Promise.allSettled([
    api.call(place.caller, contract.updateEvaluation, { ...at, measures: { datasetId, sampling, graders } }),
    someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] }),
  ]);
  expect(outcomes[1]?.status).toBe("fulfilled");
  const { evaluation: after } = await api.call(place.caller, contract.getEvaluation, at);
  expect([after.graders.length, after.runCount]).toEqual([outcomes[0]?.status === "fulfilled" ? 1 : 0, 1]);
});

test("a name is one evaluation's, and an archived one keeps it", async () => {
  const { place, evaluation, at } = await aPlace();
  const other = await anEvaluation(api, place);
  await api.call(place.caller, contract.updateEvaluation, { ...at, isArchived: true });
  const taken = api.call(place.caller, contract.updateEvaluation, {
    ...{ ...at, evaluationId: other.id, name: evaluation.name },
  });
  await expect(taken).rejects.toMatchObject({ status: 409, code: "name_taken" });
});

test("an archived evaluation leaves the list, measures nothing new, and comes back", async () => {
  const { place, evaluation, at } = await aPlace();
  const listed = async (isArchived: boolean) =>
    (
      await api.call(place.caller, contract.queryEvaluations, {
        ...{ projectId: at.projectId, isArchived, limit: 10, offset: 0 },
      })
    ).evaluations.map(({ id }) => id);
  await api.call(place.caller, contract.updateEvaluation, { ...at, isArchived: true });
  expect([await listed(false), await listed(true)]).toEqual([[], [evaluation.id]]);
  const wanted = { evaluationId: evaluation.id, subjects: ["spindle-mini"] };
  await expect(someRuns(api, place, wanted)).rejects.toMatchObject({ status: 409, code: "archived" });
  await api.call(place.caller, contract.updateEvaluation, { ...at, isArchived: false });
  expect(await listed(false)).toEqual([evaluation.id]);
  expect(await someRuns(api, place, wanted)).toHaveLength(1);
});

test("what a run or a gate goes by is not deleted; what nothing refers to is", async () => {
  const { place, evaluation, at } = await aPlace();
  const gated = await anEvaluation(api, place);
  const model = await aModelIn(api, place, { name: "agent" });
  await api.db.query(sql`
    insert into checkpoint_gate (project_id, model_id, alias, target, guards, updated_by)
    values (${place.project.id}, ${model.id}, 'production', '{"evaluation_id": "other", "metric": "nll", "min_gain": 0}'::json,
      ${JSON.stringify([{ evaluation_id: gated.id, metric: "nll", margin: 0 }])}::json, ${place.caller.userId})`);
  const remove = (evaluationId: string) =>
    api.call(place.caller, contract.deleteEvaluation, { ...at, evaluationId });
  await expect(remove(gated.id)).rejects.toMatchObject({ status: 409, code: "in_use" });
  await expect(remove(gated.id)).rejects.toThrow("in use by 1 gate; archive it instead");
  await someRuns(api, place, { evaluationId: evaluation.id, subjects: ["spindle-mini"] });
  await expect(remove(evaluation.id)).rejects.toThrow("in use by 1 run; archive it instead");
  const free = await anEvaluation(api, place);
  const { loop_id: loopId } = await aLoopIn(api, place);
  await api.db.prisma.loop.update({ where: { id: loopId }, data: { evaluationId: free.id } });
  await expect(remove(free.id)).rejects.toThrow("in use by 1 loop; archive it instead");
  await api.call(place.caller, deleteLoop, { projectId: place.project.path, loopId });
  expect(await remove(free.id)).toEqual({ deletedCount: 1 });
  await expect(remove(free.id)).rejects.toMatchObject({ status: 404 });
});

test("models that are watched are the project's own, and who names them must be able to use them", async () => {
  const { place, at } = await aPlace();
  const model = await aModelIn(api, place, { name: "agent" });
  const watch = (onCheckpoint: string[]) =>
    api.call(place.caller, contract.updateEvaluation, { ...at, onCheckpoint });
  const { evaluation } = await watch([model.id]);
  expect(evaluation.onCheckpoint).toMatchObject([
    { modelId: model.id, modelName: "agent", addedBy: place.caller.userId },
  ]);
  const foreign = await aModel(api, { name: "foreign" });
  await expect(watch([model.id, foreign.model.id])).rejects.toMatchObject({
    status: 422,
    problems: [expect.objectContaining({ loc: ["body", "on_checkpoint", 1] })],
  });
  // Watching continues from its beginning, and ends.
  const [since] = evaluation.onCheckpoint;
  expect((await watch([model.id])).evaluation.onCheckpoint[0]?.since).toEqual(since?.since);
  expect((await watch([])).evaluation.onCheckpoint).toEqual([]);
});

test("an evaluation comes with its runs, newest first", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { id: evaluationId } = await anEvaluation(api, place);
  const older = await someRuns(api, place, { evaluationId, subjects: ["spindle-mini"] });
  const newer = await someRuns(api, place, { evaluationId, subjects: ["spindle-mini"] });
  const input = { projectId: project.path, evaluationId };
  const { evaluation, runs } = await api.call(place.caller, contract.getEvaluation, input);
  expect(runs.map(({ id }) => id)).toEqual([...newer, ...older].map(({ id }) => id));
  expect(evaluation).toMatchObject({ runCount: 2, lastRun: { id: newer[0]?.id, state: "queued" } });
});
