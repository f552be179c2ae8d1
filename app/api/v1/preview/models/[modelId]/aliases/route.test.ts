import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRunIn } from "#lib/testing/data/evaluation-data.ts";
import { aQueuedJob, aTrainedModel } from "#lib/testing/data/job-data.ts";
import { aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { anRlRun } from "#lib/testing/data/rl-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.listCheckpointAliases, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
}));

test("aliases are listed by name with their gates, also one that only has a gate", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "admin"));
  const { evaluation_id: evaluationId } = await aRunIn(api, { project, caller });
  const model = await aModelIn(api, { project, caller });
  await someCheckpoints(api, { model, project }, [1]);
  const modelId = model.id;
  for (const step of [0, 1]) await api.call(caller, setCheckpointAlias, { modelId, name: "best", step });
  const target = { evaluationId, metric: "exact_match", minGain: 0.02 };
  await api.call(caller, setCheckpointGate, {
    modelId,
    alias: "production",
    target,
    guards: [],
    needsApproval: false,
  });
  const response = await api.send(caller, { method: "GET", path: `/v1/preview/models/${modelId}/aliases` });
  const at = expect.any(String);
  const by = caller.userId;
  expect(await response.json()).toEqual({
    aliases: [
      {
        name: "best",
        step: 1,
        previous_step: 0,
        updated_by: by,
        updated_at: at,
        gate: null,
        retracted: null,
      },
      {
        ...{ name: "production", step: null, previous_step: null, updated_by: null, updated_at: null },
        gate: {
          ...{ alias: "production", guards: [], needs_approval: false, updated_by: by, updated_at: at },
          target: { evaluation_id: evaluationId, metric: "exact_match", min_gain: 0.02 },
        },
        retracted: null,
      },
    ],
    latest: { step: 1, retracted: null },
    retracted_steps: [],
    dead_steps: [],
    fallen_steps: [],
    proposed_start: null,
  });
});

test("a job should start from the newest step whose job did not learn nothing", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "admin"));
  const model = await aTrainedModel(api, { project });
  const { modelId } = model;
  const place = { projectId: project.id, modelId };
  const made = async (step: number, severity: "note" | "dead") => {
    const jobId = await aQueuedJob(api, model);
    const warnings = [{ code: "guessing", severity, step: null, text: "" }];
    await api.db.prisma.trainingJob.update({ where: { id: jobId }, data: { warnings } });
    await api.db.prisma.checkpoint.create({ data: { ...place, id: newId(), step, jobId } });
  };
  const read = () => api.call(caller, contract.listCheckpointAliases, { modelId });
  await made(4, "note");
  expect(await read()).toMatchObject({ deadSteps: [], proposedStart: null });
  await made(6, "dead");
  await made(7, "dead");
  expect(await read()).toMatchObject({ latest: { step: 7 }, deadSteps: [6, 7], proposedStart: 4 });
  await made(8, "note");
  expect(await read()).toMatchObject({ deadSteps: [6, 7], proposedStart: null });
});

test("what a run made after the last step that its guard found no worse is no start, once the guard has ended it", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "admin"));
  const model = await aTrainedModel(api, { project });
  const { modelId } = model;
  const { evaluation_id: evaluationId } = await aRunIn(api, { project, caller });
  const guard = { evaluationId, metric: "exact_match", maxDrop: 0.1, every: 1 };
  const run = await anRlRun(api, { project, caller }, { modelId, guard });
  const start = run.startStep;
  const place = { projectId: project.id, modelId };
  const made = async (step: number) => {
    const jobId = await aQueuedJob(api, model);
    await api.db.prisma.checkpoint.create({ data: { ...place, id: newId(), step, jobId } });
    return jobId;
  };
  const round = async (step: number, number: number, gain: number | null) => {
    const jobId = await made(step);
    const found = gain === null ? null : JSON.stringify({ value: gain, low: null, high: null, n: 9 });
    await api.db.query(sql`
      insert into rl_round (project_id, run_id, round, positions, from_step, to_step, job_id, guard)
      values (${project.id}, ${run.id}, ${number}::int, '{1}', ${step - 1}::int, ${step}::int, ${jobId}, ${found}::json)`);
    return jobId;
  };
  const read = () => api.call(caller, contract.listCheckpointAliases, { modelId });
  await round(start + 1, 1, -0.05);
  await round(start + 2, 2, null);
  const jobId = await round(start + 4, 3, -0.2);
  await api.db.prisma.checkpoint.create({
    data: { ...place, id: newId(), step: start + 3, jobId, isInterim: true },
  });
  expect(await read()).toMatchObject({ fallenSteps: [], proposedStart: null });
  await api.db.query(sql`update rl_run set state = 'completed', ending = 'guard_fell' where id = ${run.id}`);
  const fallen = { runId: run.id, runName: run.name, safeStep: start + 1 };
  expect(await read()).toMatchObject({
    latest: { step: start + 4 },
    fallenSteps: [2, 3, 4].map((more) => ({ ...fallen, step: start + more })),
    proposedStart: start + 1,
  });
  // What somebody made of it later was meant.
  await made(start + 5);
  expect((await read()).proposedStart).toBeNull();
  await api.db.query(sql`update rl_round set guard = null where run_id = ${run.id} and round = 1`);
  expect((await read()).fallenSteps).toMatchObject(
    [1, 2, 3, 4].map((more) => ({ step: start + more, safeStep: start })),
  );
});
