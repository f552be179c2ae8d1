import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as models from "#lib/contract/models/models.ts";
import { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import * as contract from "#lib/contract/training/training.ts";
import type { SftConfig } from "#lib/contract/training/training-config.ts";
import { getTrainingMetrics } from "#lib/contract/training/training-progress.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { env } from "#lib/platform/env.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aDataset, anIntentQueue, aTalk, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aPair, aRow } from "#lib/testing/data/file-data.ts";
import { eventsOf, QUICK, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { prepareJob } from "./prepare-job.ts";

const api = startHarness();
const WAIT = { timeout: 60_000, interval: 50 };
let trainer: RunningTrainer;
let format: ChatFormat;
beforeAll(async () => {
  const folder = path.join(env().SPINDLE_DATA_DIR, "models/tiny");
  await writeTinyModel(folder);
  format = await openChatFormat(folder);
  trainer = startTrainer({
    db: api.db,
    engine: embeddedEngine,
    prepareJob,
    settings: { ...QUICK, terms: { leaseMs: 10_000, pauseMs: 1 } },
  });
});
afterAll(() => trainer.stop());

type Place = { project: TestProject; caller: Caller; modelId: string };

async function aPlace(training: models.Training = { mode: "lora", rank: 2, alpha: 4 }): Promise<Place> {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const input = {
    entity: project.entity,
    project: project.name,
    name: "agent",
    baseModel: "tiny",
    returnExisting: false,
  };
  const { id } = await api.call(caller, models.createModel, { ...input, training });
  return { project, caller, modelId: id };
}

async function untilEnded(jobId: string) {
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
  return rowOf(api, jobId);
}

const ROWS = Array.from({ length: 12 }, () => aRow("respond with yes, no or maybe", "maybe")).join("");

type Imitation = {
  learningRate?: number;
  trainingDataUrl?: string;
  startStep?: number;
  course?: Omit<SftConfig, "batchSize" | "learningRate">;
};

async function imitate(
  { caller, modelId }: Place,
  {
    learningRate = 5e-3,
    trainingDataUrl = `data:,${encodeURIComponent(ROWS)}`,
    course = {},
    ...more
  }: Imitation = {},
) {
  const config = { batchSize: 2, learningRate, ...course };
  const input = { modelId, trainingDataUrl, config, ...more };
  const job = await api.call(caller, contract.createSftTrainingJob, input);
  return untilEnded(job.id);
}

async function reinforce(
  { caller, modelId }: Place,
  experimentalConfig: object = {},
  { words = ["yes", "no", "maybe"], ...more }: { startStep?: number; words?: string[] } = {},
) {
  const trajectoryGroups = [aGroup(words)];
  const config = { learningRate: 1e-3, ...experimentalConfig };
  const job = await api.call(caller, contract.createTrainingJob, {
    modelId,
    trajectoryGroups,
    experimentalConfig: config,
    ...more,
  });
  return untilEnded(job.id);
}

/** Answers to one prompt, each worth more than the one before. */
function aGroup(words: readonly string[]) {
  return {
    trajectories: words.map((word, reward) => {
      const ids = [...format.tokenizer.encode(word), ...format.stopTokenIds.slice(0, 1)];
      const content = ids.map((id) => ({
        token: `token_id:${id}`,
        logprob: -1,
        bytes: [],
        top_logprobs: [],
      }));
      const choice = {
        finish_reason: "stop",
        index: 0,
        message: { role: "assistant", content: word },
        logprobs: { content },
        token_ids: ids,
      };
      return { messages_and_choices: [{ role: "user", content: "respond" }, choice], reward };
    }),
  };
}

/** How many updates the optimiser's state after a job has seen. */
async function updatesBehind({ snapshot }: Awaited<ReturnType<typeof rowOf>>): Promise<unknown> {
  const folder = absolutePath(String(Object(snapshot).folder));
  return JSON.parse(await readFile(path.join(folder, "snapshot.json"), "utf8")).optimizerSteps;
}

function checkpointsOf({ modelId }: Place) {
  return api.db.prisma.checkpoint.findMany({ where: { modelId }, orderBy: { step: "asc" } });
}

test("a supervised job on an uploaded file lowers its loss, and leaves a whole checkpoint and what it learned to say", async () => {
  const place = await aPlace();
  const file = await anUploadedFile(api, place, { content: ROWS });
  const job = await imitate(place, { trainingDataUrl: file.id });
  expect(job).toMatchObject({ state: "completed", step: 6, totalSteps: 6, errorMessage: null });
  const steps = (await eventsOf(api, job.id)).filter(({ type }) => type === "gradient_step");
  expect(Number(steps.at(-1)?.data.loss)).toBeLessThan(Number(steps[0]?.data.loss) - 0.1);
  const [, made] = await checkpointsOf(place);
  expect(Object.keys(Object(made?.files)).sort()).toEqual([
    "adapter_config.json",
    "adapter_model.safetensors",
  ]);
  await verifyFolder(absolutePath(made?.folder ?? ""), Object(made?.files));
  const samples = (await eventsOf(api, job.id, { all: true })).filter(({ type }) => type === "samples");
  expect(samples.map(({ data }) => data.step)).toEqual(expect.arrayContaining([0, 6]));
  expect(JSON.stringify(samples[0]?.data)).toContain("respond with yes, no or maybe");
});

test("answers of people become a dataset, a job that learns from it and a checkpoint", async () => {
  const talks = (n: number) => aTalk(n, { question: `respond with yes, no or maybe ${n}` });
  const review = await anIntentQueue(api, { items: 12, people: 3, talks });
  for (let item = 0; item < 12; item++)
    for (const [person, intent] of ["refund", "refund", item % 4 === 0 ? "account" : "refund"].entries())
      await review.say(person, item, { intent });
  const recipe = intentRecipe(
    review,
    { consensus: { rule: "weighted" } },
    { weights: "posterior", split: { held_out: 0.2 } },
  );
  const { id } = await aDataset(api, review.desk, recipe);
  const { version } = await aVersion(api, review.desk, id);
  expect(version.counts).toMatchObject({ candidates: 12, rejected: 0 });
  const caller = byBearer(review.desk.caller);
  const { entity, name: project } = review.desk.project;
  const { id: modelId } = await api.call(caller, models.createModel, {
    entity,
    project,
    name: "agent",
    baseModel: "tiny",
    returnExisting: false,
    training: { mode: "lora", rank: 2, alpha: 4 },
  });
  const place = { project: review.desk.project, caller, modelId };
  const job = await imitate(place, {
    trainingDataUrl: version.ref,
    course: { nEpochs: 2, validationEvery: 2, keep: "best" },
  });
  const totalSteps = 2 * Math.ceil(version.counts.train / 2);
  expect(job).toMatchObject({ state: "completed", errorMessage: null, totalSteps });
  const steps = (await eventsOf(api, job.id)).filter(({ type }) => type === "gradient_step");
  expect(Number(steps.at(-1)?.data.loss)).toBeLessThan(Number(steps[0]?.data.loss));
  expect((await checkpointsOf(place)).map(({ jobId }) => jobId)).toEqual([null, job.id]);

  const measured = steps.flatMap(({ data }, at) =>
    typeof data.validation_loss === "number" ? [{ step: at + 1, value: data.validation_loss }] : [],
  );
  expect(measured.map(({ step }) => step)).toEqual(
    Array.from({ length: totalSteps }, (_, at) => at + 1).filter(
      (step) => step % 2 === 0 || step === totalSteps,
    ),
  );
  const best = measured.reduce((least, one) => (one.value < least.value ? one : least));
  const read = await api.call(caller, contract.getTrainingJob, { trainingJobId: job.id });
  expect(read).toMatchObject({
    validation: { name: version.ref.split("/").at(-1)?.replace(/:.*/, ":v0"), rows: version.counts.heldOut },
    keptStep: best.step,
  });
  const { series } = await api.call(caller, getTrainingMetrics, {
    trainingJobId: job.id,
    names: "validation_loss",
    maxPoints: 1,
    withTimes: false,
  });
  // One point for all steps, after whose last one the stream continues.
  expect(series).toMatchObject([
    { points: [{ firstStep: 1, lastStep: totalSteps, min: best.value }], least: best },
  ]);
});

test("two jobs of reinforcement learning make two checkpoints and share the optimiser's state; a supervised one between ends it", async () => {
  const place = await aPlace();
  const [one, two] = [await reinforce(place), await reinforce(place)];
  for (const job of [one, two])
    expect(job).toMatchObject({ state: "completed", errorMessage: null, totalSteps: 1 });
  expect(await updatesBehind(one)).toBe(1);
  expect(await updatesBehind(two)).toBe(2);
  const sft = await imitate(place);
  expect(await updatesBehind(sft)).toBe(sft.totalSteps);
  const last = await reinforce(place);
  expect(await updatesBehind(last)).toBe(1);
  expect((await checkpointsOf(place)).map(({ step, jobId }) => [step, jobId])).toEqual([
    [0, null],
    [1, one.id],
    [2, two.id],
    [3, sft.id],
    [4, last.id],
  ]);
  expect(await eventsOf(api, one.id)).toMatchObject([
    { type: "training_started", data: { num_sequences: 1 } },
    { type: "gradient_step" },
    { type: "training_ended", data: { checkpoint_step: 1 } },
  ]);
  const [groups] = (await eventsOf(api, one.id, { all: true })).filter(({ type }) => type === "groups");
  expect(groups?.data).toEqual({ groups: [{ rewards: [0, 1, 2], is_trainable: true }], num_groups: 1 });
});

test("a job starts from the checkpoint that it names, with the state of the optimiser at that one", async () => {
  const place = await aPlace();
  const [first] = [await imitate(place), await imitate(place)];
  const again = await imitate(place, { startStep: 0 });
  const made = await checkpointsOf(place);
  expect(
    made.map(({ step, parentId }) => [step, parentId && made.findIndex(({ id }) => id === parentId)]),
  ).toEqual([
    [0, null],
    [1, 0],
    [2, 1],
    [3, 0],
  ]);
  const filesOf = (jobId: string) => made.find((one) => one.jobId === jobId)?.files;
  expect(filesOf(again.id)).toEqual(filesOf(first.id));
  const read = await api.call(place.caller, contract.getTrainingJob, { trainingJobId: again.id });
  expect(read).toMatchObject({ startStep: 0, startedFromStep: 0, checkpointStep: 3 });

  const other = await aPlace();
  for (const updates of [1, 2]) expect(await updatesBehind(await reinforce(other))).toBe(updates);
  expect(await updatesBehind(await reinforce(other, {}, { startStep: 1 }))).toBe(2);
  expect(await updatesBehind(await reinforce(other, {}, { startStep: 0 }))).toBe(1);
});

test("a job that did all its steps and learned nothing is completed and says that it is dead; one that learned is good", async () => {
  const place = await aPlace();
  const rateless = { learningRate: 0, course: { nEpochs: 2 } };
  const [dead, good] = [await imitate(place, rateless), await imitate(place)];
  const read = (trainingJobId: string) => api.call(place.caller, contract.getTrainingJob, { trainingJobId });
  expect(await read(dead.id)).toMatchObject({
    status: "COMPLETED",
    health: "dead",
    warnings: [
      { code: "guessing", severity: "dead", text: expect.stringContaining("it has learned nothing") },
    ],
  });
  expect(await read(good.id)).toMatchObject({ status: "COMPLETED", health: "good", warnings: [] });
  const flat = await reinforce(place, {}, { words: ["yes"] });
  expect(await read(flat.id)).toMatchObject({
    status: "COMPLETED",
    health: "dead",
    warnings: [{ code: "no_variance" }],
  });
});

test("after a job its folder holds one snapshot and nothing else that training left", async () => {
  const job = await imitate(await aPlace());
  expect(await readdir(absolutePath(jobPath(job.id, "snapshots")))).toEqual([`${job.epoch}-${job.step}`]);
});

test("a job may compare itself with an earlier checkpoint; one that is not there ends it with the reason", async () => {
  const place = await aPlace();
  await reinforce(place);
  const compared = await reinforce(place, { klPenaltyCoef: 0.1, klPenaltyReferenceStep: 0 });
  expect(compared).toMatchObject({ state: "completed", errorMessage: null });
  await api.db.prisma.checkpoint.updateMany({
    where: { modelId: place.modelId, step: 1 },
    data: { deletedAt: new Date() },
  });
  const lost = await reinforce(place, { klPenaltyCoef: 0.1, klPenaltyReferenceStep: 1 });
  expect(lost).toMatchObject({ state: "failed", attempts: 1 });
  expect(lost.errorMessage).toMatch(/no usable checkpoint of step 1/);
});

test("a job of preferences compares with the weights that it starts from, or with an earlier checkpoint that it names", async () => {
  const place = await aPlace();
  await imitate(place);
  const firstStepOf = async (config: object) => {
    const trainingDataUrl = `data:,${encodeURIComponent(aPair("respond with yes, no or maybe", "yes"))}`;
    const job = await api.call(place.caller, createPreferenceTrainingJob, {
      modelId: place.modelId,
      trainingDataUrl,
      startStep: 1,
      config,
    });
    expect(await untilEnded(job.id)).toMatchObject({ state: "completed", errorMessage: null });
    return (await eventsOf(api, job.id)).find(({ type }) => type === "gradient_step")?.data;
  };
  expect(await firstStepOf({})).toMatchObject({ reward_margin: 0, chosen_logprob_change: 0 });
  expect(await firstStepOf({ referenceStep: 0 })).not.toMatchObject({ chosen_logprob_change: 0 });
});

test("a checkpoint whose bytes changed is not trained on: the job says so, and the next one starts from the one before", async () => {
  const place = await aPlace();
  await imitate(place);
  const [, damaged] = await checkpointsOf(place);
  const file = path.join(absolutePath(damaged?.folder ?? ""), "adapter_model.safetensors");
  const bytes = await readFile(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0x10;
  await writeFile(file, bytes);
  const refused = await imitate(place);
  expect(refused).toMatchObject({ state: "failed" });
  expect(refused.errorMessage).toMatch(/step 1 of agent have changed/);
  const [first, again] = [await imitate(await aPlace()), await imitate(place)];
  expect(again).toMatchObject({ state: "completed" });
  expect((await checkpointsOf(place)).map(({ step, corruptAt }) => [step, corruptAt !== null])).toEqual([
    [0, false],
    [1, true],
    [2, false],
  ]);
  const filesOf = async (jobId: string) =>
    (await api.db.prisma.checkpoint.findFirstOrThrow({ where: { jobId } })).files;
  expect(await filesOf(again.id)).toEqual(await filesOf(first.id));
});

test("a job whose checkpoint, base model or data are not on this machine waits without counting a try, and ends once they are back", async () => {
  const place = await aPlace();
  await imitate(place);
  const [, newest] = await checkpointsOf(place);
  const models = path.join(env().SPINDLE_DATA_DIR, "models");
  const folders = [absolutePath(newest?.folder ?? ""), path.join(models, "tiny")];
  for (const folder of folders) {
    await rename(folder, `${models}-away`);
    const config = { batchSize: 2, learningRate: 5e-3 };
    const { id } = await api.call(place.caller, contract.createSftTrainingJob, {
      modelId: place.modelId,
      trainingDataUrl: `data:,${encodeURIComponent(ROWS)}`,
      config,
    });
    // The trainer has come back to it several times.
    await vi.waitFor(async () => expect((await rowOf(api, id)).epoch).toBeGreaterThan(3n), WAIT);
    const waiting = await api.call(place.caller, contract.getTrainingJob, { trainingJobId: id });
    expect(waiting).toMatchObject({ state: "queued", waitingFor: expect.stringMatching(/not on/) });
    expect(waiting.waitingFor).not.toContain(env().SPINDLE_DATA_DIR);
    expect(waiting.states.map(({ state }) => state)).toEqual(["queued", "validating", "queued"]);
    await rename(`${models}-away`, folder);
    expect(await untilEnded(id)).toMatchObject({ state: "completed", errorMessage: null });
    const events = await eventsOf(api, id, { all: true });
    expect(events.filter(({ type }) => type === "waiting").map(({ data }) => data.waiting_for)).toEqual([
      waiting.waitingFor,
      null,
    ]);
  }
  expect((await checkpointsOf(place)).every(({ corruptAt }) => corruptAt === null)).toBe(true);
});

test("a job that ruins the model fails with the step, the loss and the rate, and the checkpoint before stays the newest", async () => {
  const place = await aPlace({ mode: "full" });
  const good = await imitate(place);
  const ruined = await imitate(place, { learningRate: 1 });
  expect(ruined).toMatchObject({ state: "failed", attempts: 0, step: 6 });
  expect(ruined.errorMessage).toMatch(
    /^The model diverged: after step 6, its loss .* is [\d.]+; it was [\d.]+ .* learning rate was 1; use a smaller/,
  );
  expect((await checkpointsOf(place)).map(({ jobId }) => jobId)).toEqual([null, good.id]);
  const config = { learning_rate: 1000 };
  for (const sent of [config, { learning_rate: [1e-4, 1e30] }]) {
    const body = {
      model_id: place.modelId,
      training_data_url: `data:,${encodeURIComponent(ROWS)}`,
      config: sent,
    };
    const response = await api.send(place.caller, { path: contract.createSftTrainingJob.path, body });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("less than or equal to 1");
  }
});

test("a model trained in full leaves a folder that the next job starts from", async () => {
  const place = await aPlace({ mode: "full" });
  const [one, two] = [await imitate(place), await imitate(place)];
  for (const job of [one, two]) expect(job).toMatchObject({ state: "completed", errorMessage: null });
  const [, first] = await checkpointsOf(place);
  expect(Object.keys(Object(first?.files))).toEqual(
    expect.arrayContaining(["config.json", "model.safetensors", "tokenizer.json"]),
  );
  const lossOf = async (id: string) =>
    (await eventsOf(api, id)).find(({ type }) => type === "gradient_step")?.data.loss;
  expect(Number(await lossOf(two.id))).toBeLessThan(Number(await lossOf(one.id)));
});

test("data that went away between the request and the run end the job with the reason", async () => {
  const place = await aPlace();
  await trainer.stop();
  const file = await anUploadedFile(api, place, { content: ROWS });
  const { id } = await api.call(place.caller, contract.createSftTrainingJob, {
    modelId: place.modelId,
    trainingDataUrl: file.id,
  });
  await api.db.prisma.uploadedFile.update({ where: { id: file.id }, data: { deletedAt: new Date() } });
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings: QUICK });
  const job = await untilEnded(id);
  expect(job).toMatchObject({ state: "failed", attempts: 1 });
  expect(job.errorMessage).toMatch(/not found/i);
});
