import { expect, test } from "vitest";
import type { Role } from "#lib/contract/access.ts";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import { getRetractedRows, listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import { getTrainingJob } from "#lib/contract/training/training.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { aQueuedJob, aTrainedModel, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";

const api = startHarness();

/** A version of a project's dataset, and a way to make jobs of any project that learn from it. */
async function aSharedVersion() {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  await aVersion(api, desk, id);
  const ref = `weave:///${desk.projectId}/object/intents:v0`;
  const learner = async (project: TestProject, states: readonly string[] = ["completed"]) => {
    const model = await aTrainedModel(api, { project });
    const jobIds: string[] = [];
    for (const state of states) {
      const jobId = await aQueuedJob(api, model);
      jobIds.push(jobId);
      await api.db.query(sql`
        update training_job set dataset_ref = ${ref}, state = ${state}, ended_at = ${state === "completed" ? new Date() : null}
        where id = ${jobId}`);
      if (state !== "completed") continue;
      const checkpoint = { projectId: project.id, modelId: model.modelId, step: jobIds.length };
      await api.db.prisma.checkpoint.create({ data: { ...checkpoint, id: newId(), jobId } });
    }
    return { modelId: model.modelId, jobIds };
  };
  const retract = (more: { preview?: boolean; cancelJobs?: boolean } = {}) =>
    api.call(desk.caller, createRetraction, {
      ...{ projectId: desk.projectId, annotatorUserId: desk.person(0).userId },
      ...{ itemIds: [], feedbackIds: [], reason: "", preview: false, ...more },
    });
  const join = (project: TestProject, role: Role) =>
    api.db.prisma.projectMember.create({
      data: { projectId: project.id, userId: desk.caller.userId, role },
    });
  return { desk, datasetId: id, learner, retract, join };
}

test("people of another project, whose model learned from it, read the same as those of its own do", async () => {
  const { desk, datasetId, learner, retract } = await aSharedVersion();
  const other = await api.aProject();
  const theirs = byBearer(await api.aCaller(other, "viewer"));
  const { modelId, jobIds } = await learner(other, ["completed", "running"]);
  await retract();
  const retracted = {
    ...{ rows: 3, totalRows: 3, already: 0, cleanStep: 0 },
    rewards: { replies: 0, totalReplies: 0, already: 0, runs: [] },
    versions: [{ projectId: desk.projectId, datasetId, name: "intents", number: 0, rows: 3 }],
  };
  expect(await api.call(theirs, getRetractedRows, { modelId, step: 1 })).toEqual({ step: 1, retracted });
  const { retractedSteps, proposedStart, latest } = await api.call(theirs, listCheckpointAliases, {
    modelId,
  });
  expect([retractedSteps, proposedStart, latest?.retracted?.rows]).toEqual([[1], 0, 3]);
  // A job that has made nothing yet says it as well.
  const path = `/v1/preview/training-jobs/${jobIds[1]}/retracted_rows`;
  const response = await api.send(theirs, { method: "GET", path });
  expect(await response.json()).toMatchObject({ retracted: { rows: 3, total_rows: 3, clean_step: 0 } });
});

test("jobs and checkpoints of other projects are named where the person may read them, and counted where not", async () => {
  const { desk, learner, retract, join } = await aSharedVersion();
  const [own, joined, foreign] = [desk.project, await api.aProject(), await api.aProject()];
  await join(joined, "viewer");
  const mine = await learner(own);
  const shared = await learner(joined, ["completed", "running"]);
  const hidden = await learner(foreign, ["completed", "queued", "running"]);
  await api.db.prisma.checkpointAlias.create({
    data: { projectId: foreign.id, modelId: hidden.modelId, name: "secret", step: 1, updatedBy: "test" },
  });
  const reply = await retract({ preview: true });
  expect(reply.impact).toMatchObject({
    ...{ jobCount: 3, checkpointCount: 2, aliasCount: 0, goingJobCount: 3, cancellableJobCount: 0 },
    elsewhere: { jobCount: 3, checkpointCount: 1, aliasCount: 1 },
  });
  expect(reply.impact.jobs.map(({ projectId, jobId }) => [projectId, jobId])).toEqual([
    [joined.path, shared.jobIds[1]],
    [joined.path, shared.jobIds[0]],
    [own.path, mine.jobIds[0]],
  ]);
  const sent = JSON.stringify(reply);
  for (const secret of [foreign.path, hidden.modelId, "secret", ...hidden.jobIds])
    expect(sent).not.toContain(secret);
});

test("with the retraction, jobs that still learn are cancelled where the person may; those of others still learn and are counted", async () => {
  const { desk, learner, retract, join } = await aSharedVersion();
  const [engineer, viewer, foreign] = [await api.aProject(), await api.aProject(), await api.aProject()];
  await join(engineer, "engineer");
  await join(viewer, "viewer");
  const mine = await learner(desk.project, ["running", "queued"]);
  const theirs = await learner(engineer, ["queued"]);
  const others = [
    ...(await learner(viewer, ["queued"])).jobIds,
    ...(await learner(foreign, ["running"])).jobIds,
  ];
  const states = (ids: string[]) => Promise.all(ids.map(async (id) => (await rowOf(api, id)).state));
  expect(await retract({ preview: true, cancelJobs: true })).toMatchObject({
    ...{ cancelledJobCount: 0, goingJobCount: 5 },
    impact: { goingJobCount: 5, cancellableJobCount: 3 },
  });
  expect(await retract({ cancelJobs: true })).toMatchObject({ cancelledJobCount: 3, goingJobCount: 2 });
  expect(await states([...mine.jobIds, ...theirs.jobIds])).toEqual(["cancelling", "cancelled", "cancelled"]);
  expect(await states(others)).toEqual(["queued", "running"]);
  const { name } = await api.db.prisma.user.findUniqueOrThrow({ where: { id: desk.caller.userId } });
  for (const id of [...mine.jobIds, ...theirs.jobIds])
    expect(
      (await api.call(byBearer(desk.caller), getTrainingJob, { trainingJobId: id })).cancellation,
    ).toEqual({
      by: name,
      cause: "retracted",
    });
});

test("a hundred jobs that wait do not hide the one that learns, and all of them are cancelled, also one that came since", async () => {
  const { desk, learner, retract } = await aSharedVersion();
  const { jobIds } = await learner(desk.project, ["running", ...Array.from({ length: 103 }, () => "queued")]);
  const { impact } = await retract({ preview: true });
  expect(impact).toMatchObject({ jobCount: 104, goingJobCount: 104, cancellableJobCount: 104 });
  expect([impact.jobs.length, impact.jobs[0]]).toMatchObject([100, { jobId: jobIds[0], state: "running" }]);
  await learner(desk.project, ["queued"]);
  expect(await retract({ cancelJobs: true })).toMatchObject({ cancelledJobCount: 105, goingJobCount: 0 });
});
