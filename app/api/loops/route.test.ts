import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { updateEvaluation } from "#lib/contract/evaluation/evaluations.ts";
import { deleteCheckpointGate, setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { queryPromotions } from "#lib/contract/evaluation/promotions.ts";
import * as contract from "#lib/contract/loops/loops.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { advanceLoops } from "#lib/evaluation/loop-work/advance-loops.ts";
import { startCheckpointRuns } from "#lib/evaluation/work/start-checkpoint-runs.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { aDataset, aDatasetIn, anIntentQueue, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anEvaluation, aRow } from "#lib/testing/data/evaluation-data.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { advanceLoopsOnce, aLoop, aLoopIn, makeDue, readLoop, runsOf } from "#lib/testing/data/loop-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";

// Real jobs, in the process that also samples and serves.
vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 256 });
let trainer: RunningTrainer;
beforeAll(() => {
  overrideSettings({ TRAIN_THREADS: "1" });
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

routeGuarantees(api, contract.createLoop, async (place) => {
  const { project_id, dataset_id, model_id } = await aLoopIn(api, place);
  const when = { kind: "daily", at: "02:00", time_zone: "Europe/Berlin" };
  return { project_id, name: "Nightly", dataset_id, when, train: { kind: "sft", model_id } };
});

/** Does all of its work, and dies before it is kept. */
const dying: Db = {
  get prisma() {
    return api.db.prisma;
  },
  query: (...asked) => api.db.query(...asked),
  stream: (...asked) => api.db.stream(...asked),
  transaction: (work, limits) =>
    api.db.transaction(async (tx) => {
      const result = await work(tx);
      // What only reads may be answered.
      if (limits?.atOneMoment) return result;
      throw new Error("killed before the commit");
    }, limits),
};

/** Notes what is sent to open pages. */
function noting(db: Db, news: unknown[]): Db {
  return {
    get prisma() {
      return db.prisma;
    },
    query: (...asked) => {
      if (asked[1] === "notify-project") news.push(asked);
      return db.query(...asked);
    },
    stream: (...asked) => db.stream(...asked),
    transaction: (work, limits) => db.transaction((tx) => work(noting(tx, news)), limits),
  };
}

type Place = Parameters<typeof runsOf>[1];

/** What the worker does until the newest run has ended, killed at each of its steps. */
async function untilEnded(place: Place, loopId: string) {
  return vi.waitFor(
    async () => {
      await advanceLoopsOnce(api, place, dying).catch(() => undefined);
      await advanceLoopsOnce(api, place);
      const [run] = await runsOf(api, place, loopId);
      expect(run?.endedAt, `${run?.state}: ${run?.waitingFor}`).toBeInstanceOf(Date);
      return run;
    },
    { timeout: 50_000, interval: 50 },
  );
}

test("new answers become a version, a job, a checkpoint and a question by themselves, each once, wherever the worker dies", {
  tags: ["long"],
}, async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { project, caller } = review.desk;
  const place = { project, caller };
  const dataset = await aDataset(api, place, intentRecipe(review));
  const model = await aModelIn(api, place);
  // What is measured is what the answers teach, so one step of a high rate shows.
  const rows = [0, 1, 2, 3].map((n) => aRow(`Question ${n}: where is parcel ${n * 7919}?`, "refund"));
  const evaluation = await anEvaluation(api, place, { rows });
  const loop = await aLoop(api, place, {
    datasetId: dataset.id,
    when: { kind: "answers", count: 3 },
    train: {
      ...{ kind: "sft", modelId: model.id, start: "alias" },
      config: { batchSize: 3, learningRate: 0.01, nEpochs: 4 },
    },
    measure: { evaluationId: evaluation.id, metric: "nll", minGain: 0 },
    promote: { alias: "production", act: "ask" },
  });
  for (const item of [0, 1]) await review.say(0, item, { intent: "refund" });
  await advanceLoopsOnce(api, place);
  expect(await runsOf(api, place, loop.id)).toEqual([]);
  expect(await readLoop(api, place, loop.id)).toMatchObject({ newAnswers: 2, lastRun: null });

  await review.say(0, 2, { intent: "refund" });
  const run = await untilEnded(place, loop.id);
  expect(run).toMatchObject({ trigger: "answers", state: "done", version: 0, step: 1, comparedStep: 0 });
  expect(run?.gain?.low).toBeGreaterThan(0);
  expect(run?.gain?.unit).toBe("nats");
  expect(run?.outcome).toContain(
    "Step 1 waits for an admin to become production. NLL of the reference over step 0: gained ",
  );
  expect(run?.promotion).toMatchObject({ alias: "production", state: "waiting" });
  const { promotions } = await api.call(caller, queryPromotions, {
    ...{ projectId: project.path, limit: 50, offset: 0 },
  });
  expect(promotions).toMatchObject([{ id: run?.promotion?.id, step: 1, askedBy: caller.userId }]);
  const made = { where: { projectId: project.id } };
  expect([
    await api.db.prisma.datasetVersion.count({ where: { datasetId: dataset.id } }),
    await api.db.prisma.trainingJob.count(made),
    await api.db.prisma.evaluationRun.count(made),
    await api.db.prisma.loopRun.count(made),
  ]).toEqual([1, 1, 2, 1]);
  const job = await api.db.prisma.trainingJob.findFirstOrThrow(made);
  expect(job).toMatchObject({ id: run?.jobId, startStep: 0, createdBy: caller.userId });
  expect(await readLoop(api, place, loop.id)).toMatchObject({ newAnswers: 0, jobsOfDay: 1 });

  // Nobody has answered since.
  await api.call(caller, contract.runLoop, { projectId: project.path, loopId: loop.id });
  const again = await untilEnded(place, loop.id);
  expect(again).toMatchObject({ trigger: "manual", state: "skipped", version: 0, jobId: null });
  expect(again?.outcome).toBe("Nothing has changed: the loop has learned from version 0 before");
});

test("a loop moves the alias where its gate lets it, and not without", { tags: ["long"] }, async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { project, caller } = review.desk;
  const place = { project, caller };
  const dataset = await aDataset(api, place, intentRecipe(review));
  const model = await aModelIn(api, place);
  const rows = [0, 1, 2, 3].map((n) => aRow(`Question ${n}: where is parcel ${n * 7919}?`, "refund"));
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const measure = { evaluationId, metric: "nll", minGain: 0 };
  const loop = await aLoop(api, place, {
    datasetId: dataset.id,
    train: {
      ...{ kind: "sft", modelId: model.id, start: "newest" },
      config: { batchSize: 2, learningRate: 0.01, nEpochs: 4 },
    },
    measure,
    promote: { alias: "production", act: "move" },
  });
  const admin = byBearer(await api.aCaller(project, "admin"));
  const gate = { modelId: model.id, alias: "production" };
  const target = { ...measure, minGain: 1000 };
  await api.call(admin, setCheckpointGate, { ...gate, target, guards: [], needsApproval: false });
  const round = async (item: number) => {
    await review.say(0, item, { intent: "refund" });
    await makeDue(api, loop.id);
    return untilEnded(place, loop.id);
  };
  const aliasSteps = async () => {
    const found = await api.db.prisma.checkpointAlias.findMany({ where: { modelId: model.id } });
    return found.map(({ name, step }) => `${name} ${step}`);
  };
  const held = await round(0);
  expect(held).toMatchObject({ trigger: "schedule", state: "skipped", step: 1, promotion: null });
  expect(held?.outcome).toContain("Step 1 does not pass the gate of production");
  expect(await aliasSteps()).toEqual([]);

  await api.call(admin, deleteCheckpointGate, gate);
  const moved = await round(1);
  expect(moved).toMatchObject({ state: "done", version: 1, step: 2, comparedStep: 0, promotion: null });
  expect(moved?.outcome).toContain("production is step 2 now");
  expect(await aliasSteps()).toEqual(["production 2"]);
});

test.each(["the evaluation", "the loop"])(
  "a checkpoint is measured once by an evaluation that measures each one, where %s comes to it first",
  { tags: ["long"] },
  async (first) => {
    const review = await anIntentQueue(api, { items: 1, people: 1 });
    const { project, caller } = review.desk;
    const place = { project, caller };
    const dataset = await aDataset(api, place, intentRecipe(review));
    const model = await aModelIn(api, place);
    const evaluation = await anEvaluation(api, place, { rows: [aRow("Where is my parcel?", "refund")] });
    await api.call(caller, updateEvaluation, {
      ...{ projectId: project.path, evaluationId: evaluation.id, onCheckpoint: [model.id] },
    });
    const loop = await aLoop(api, place, {
      datasetId: dataset.id,
      train: { kind: "sft", modelId: model.id, start: "newest", config: { batchSize: 1, nEpochs: 1 } },
      measure: { evaluationId: evaluation.id, metric: "nll", minGain: 0 },
    });
    await review.say(0, 0, { intent: "refund" });
    await makeDue(api, loop.id);
    if (first === "the evaluation")
      await vi.waitFor(
        async () => {
          const jobs = await api.db.prisma.trainingJob.count({ where: { projectId: project.id } });
          if (jobs === 0) await advanceLoopsOnce(api, place);
          expect(await startCheckpointRuns(api.db)).toBe(1);
        },
        { timeout: 50_000, interval: 50 },
      );
    const run = await untilEnded(place, loop.id);
    expect(run?.gain).not.toBeNull();
    expect(await startCheckpointRuns(api.db)).toBe(0);
    const runs = await api.db.prisma.evaluationRun.findMany({
      where: { evaluationId: evaluation.id },
      orderBy: { step: "asc" },
    });
    expect(runs.map(({ step, origin }) => [step, origin])).toEqual([
      [0, "loop"],
      [1, first === "the evaluation" ? "checkpoint" : "loop"],
    ]);
  },
);

describe("a loop stops by itself", () => {
  test("where its person may no longer do its steps, and is taken over by who saves it", async () => {
    const project = await api.aProject();
    const caller = await api.aCaller(project, "engineer");
    const other = { project, caller: await api.aCaller(project, "engineer") };
    const { dataset_id: datasetId } = await aDatasetIn(api, { project, caller });
    const model = await aModelIn(api, { project, caller });
    const train = { kind: "sft" as const, modelId: model.id, start: "newest" as const };
    const loop = await aLoop(api, { project, caller }, { datasetId, train });
    await makeDue(api, loop.id);
    await api.db.prisma.projectMember.updateMany({
      where: { projectId: project.id, userId: caller.userId },
      data: { role: "viewer" },
    });
    await advanceLoopsOnce(api, { project });
    const problem = expect.stringContaining("may no longer do all of its steps");
    expect(await readLoop(api, other, loop.id)).toMatchObject({ isPaused: true, problem });
    expect(await runsOf(api, other, loop.id)).toMatchObject([{ state: "failed", outcome: problem }]);

    const { name, when, maxJobs } = loop;
    const settings = { projectId: project.path, name, datasetId, when, train, maxJobs, isPaused: false };
    const saved = await api.call(other.caller, contract.updateLoop, { ...settings, loopId: loop.id });
    expect(saved.loop).toMatchObject({ isPaused: false, problem: null, updatedBy: other.caller.userId });
  });

  test("where three runs in a row fail, and not before", async () => {
    const project = await api.aProject();
    const place = { project, caller: await api.aCaller(project, "engineer") };
    const { dataset_id: datasetId } = await aDatasetIn(api, place);
    const model = await aModelIn(api, place);
    const train = { kind: "sft" as const, modelId: model.id, start: "newest" as const };
    const loop = await aLoop(api, place, { datasetId, train });
    await api.db.prisma.dataset.update({ where: { id: datasetId }, data: { isArchived: true } });
    for (const isPaused of [false, false, true]) {
      await makeDue(api, loop.id);
      await advanceLoopsOnce(api, place);
      expect((await readLoop(api, place, loop.id)).isPaused).toBe(isPaused);
    }
    const { problem, nextAt } = await readLoop(api, place, loop.id);
    expect(problem).toMatch(/^3 runs in a row failed, the last one so: Dataset .* is archived/);
    expect(Number(nextAt)).toBeGreaterThan(Date.now());
    await makeDue(api, loop.id);
    await advanceLoops(api.db);
    expect(await runsOf(api, place, loop.id)).toHaveLength(3);

    const { name, when, maxJobs } = loop;
    await api.db.prisma.dataset.update({ where: { id: datasetId }, data: { isArchived: false } });
    const settings = { projectId: project.path, name, datasetId, when, train, maxJobs, isPaused: false };
    await api.call(place.caller, contract.updateLoop, { ...settings, loopId: loop.id });
    await api.db.prisma.dataset.update({ where: { id: datasetId }, data: { isArchived: true } });
    await makeDue(api, loop.id);
    await advanceLoopsOnce(api, place);
    expect(await runsOf(api, place, loop.id)).toHaveLength(4);
    expect(await readLoop(api, place, loop.id)).toMatchObject({ isPaused: false, problem: null });
  });
});

test("a job waits for the budget, and the run can be stopped", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { dataset_id: datasetId } = await aDatasetIn(api, place);
  const model = await aModelIn(api, place);
  const train = { kind: "sft" as const, modelId: model.id, start: "newest" as const };
  const loop = await aLoop(api, place, { datasetId, train, maxJobs: 1 });
  expect(await readLoop(api, place, loop.id)).toMatchObject({ jobsOfDay: 0, nextJobAt: null });
  const before = { trainedAt: new Date(Date.now() - 3_600_000) };
  await api.db.prisma.loopRun.create({
    data: {
      ...{ id: `${loop.id}-before`, projectId: project.id, loopId: loop.id, trigger: "manual", datasetId },
      ...{ train: { kind: "sft", model_id: model.id }, state: "failed", createdBy: place.caller.userId },
      ...before,
    },
  });
  await makeDue(api, loop.id);
  await advanceLoopsOnce(api, place);
  await advanceLoopsOnce(api, place);
  const news: unknown[] = [];
  await advanceLoopsOnce(api, place, noting(api.db, news));
  expect(news, "what waits as before is no news").toEqual([]);
  expect(await readLoop(api, place, loop.id)).toMatchObject({
    jobsOfDay: 1,
    nextJobAt: new Date(before.trainedAt.getTime() + 24 * 3_600_000),
    lastRun: {
      ...{ trigger: "schedule", state: "training", version: 0, jobId: null },
      waitingFor: "the loop has made as many jobs in 24 hours as it may",
    },
  });
  await api.call(place.caller, contract.stopLoops, { projectId: project.path });
  expect(await readLoop(api, place, loop.id)).toMatchObject({
    isPaused: true,
    lastRun: { state: "stopped" },
  });
});

test("what could not work is refused where it stands", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { project_id, dataset_id, model_id } = await aLoopIn(api, place);
  const evaluation = await anEvaluation(api, place);
  const unasked = await aDataset(api, place, {
    sources: [{ kind: "calls", filter: { call_ids: ["one"] } }],
  });
  const archived = await aDataset(api, place, {
    sources: [{ kind: "calls", filter: { call_ids: ["two"] } }],
  });
  await api.db.prisma.dataset.updateMany({
    where: { projectId: project.id, id: archived.id },
    data: { isArchived: true },
  });
  const train = { kind: "sft", model_id };
  const base = { project_id, name: "Wrong", dataset_id, when: { kind: "hours", hours: 1 }, train };
  const measure = { evaluation_id: evaluation.id, metric: "beauty" };
  const refusals = await Promise.all(
    [
      { train: { kind: "preference", model_id } },
      { train: { ...train, start: "alias" } },
      { train: { ...train, config: { batch_size: 0 } } },
      { measure },
      { measure: { ...measure, metric: "prefers_chosen" } },
      { promote: { alias: "production" } },
      { dataset_id: archived.id },
      { dataset_id: unasked.id, when: { kind: "answers", count: 5 } },
      { when: { kind: "daily", at: "24:00" } },
      { when: { kind: "daily", at: "02:00", time_zone: "Mars/Olympus" } },
      { name: "  " },
    ].map(async (more) => {
      const response = await api.send(place.caller, { path: "/loops", body: { ...base, ...more } });
      const { detail } = await response.json();
      return [response.status, detail[0]?.loc.join(".")];
    }),
  );
  expect(refusals).toEqual([
    [422, "body.train.kind"],
    [422, "body.train.start"],
    [422, "body.train.config.batch_size"],
    [422, "body.measure.metric"],
    [422, "body.measure.metric"],
    [422, "body.promote"],
    [422, "body.dataset_id"],
    [422, "body.when"],
    [422, "body.when.at"],
    [422, "body.when.time_zone"],
    [422, "body.name"],
  ]);
});
