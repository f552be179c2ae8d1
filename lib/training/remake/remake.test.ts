import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRetraction } from "#lib/contract/datasets/retractions.ts";
import * as models from "#lib/contract/models/models.ts";
import { deleteFile } from "#lib/contract/training/files.ts";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import * as contract from "#lib/contract/training/training.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { env } from "#lib/platform/env.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aPair, aRow } from "#lib/testing/data/file-data.ts";
import { eventsOf, QUICK, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { sweepJobFolders } from "#lib/training/jobs/folders/sweep-job-folders.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { findTarget } from "./find-target.ts";
import { NotRemade, type Remaking, remake } from "./remake.ts";
import { restoreCheckpoint } from "./restore-checkpoint.ts";

const api = startHarness();
const HOUR_MS = 3_600_000;
const WAIT = { timeout: 60_000, interval: 50 };
/** How long a turn is; as long as usual in all tests but that of turns. */
let turnMs: number = QUICK.turnMs;
let trainer: RunningTrainer;
let format: ChatFormat;
beforeAll(async () => {
  const folder = path.join(env().SPINDLE_DATA_DIR, "models/tiny");
  await writeTinyModel(folder);
  format = await openChatFormat(folder);
  const settings = {
    ...QUICK,
    terms: { leaseMs: 10_000, pauseMs: 1 },
    get turnMs() {
      return turnMs;
    },
  };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

type Place = { project: TestProject; caller: Caller; modelId: string };

async function aPlace(
  training: models.Training = { mode: "lora", rank: 2, alpha: 4 },
  more: { project?: TestProject; name?: string } = {},
): Promise<Place> {
  const { project = await api.aProject(), name = "agent" } = more;
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const input = { entity: project.entity, project: project.name, name, baseModel: "tiny" };
  const { id } = await api.call(caller, models.createModel, { ...input, returnExisting: false, training });
  return { project, caller, modelId: id };
}

async function completed(job: Promise<{ id: string }>): Promise<string> {
  const { id } = await job;
  await vi.waitFor(async () => expect((await rowOf(api, id)).endedAt).not.toBeNull(), WAIT);
  expect(await rowOf(api, id)).toMatchObject({ state: "completed", errorMessage: null });
  return id;
}

const inline = (rows: string) => `data:,${encodeURIComponent(rows)}`;
const rowsOf = (count: number, reply = "maybe") =>
  Array.from({ length: count }, (_, n) => aRow(`respond ${n}`, n % 2 ? reply : "yes")).join("");

type Imitation = {
  group?: string;
  trainingDataUrl?: string;
  validationDataUrl?: string;
  startStep?: number;
  config?: object;
};

function imitate({ caller, modelId }: Place, { config = {}, ...more }: Imitation = {}): Promise<string> {
  const wanted = { trainingDataUrl: inline(rowsOf(8)), ...more };
  const course = { batchSize: 2, learningRate: 5e-3, ...config };
  return completed(api.call(caller, contract.createSftTrainingJob, { modelId, ...wanted, config: course }));
}

function prefer({ caller, modelId }: Place, config: object = {}): Promise<string> {
  const trainingDataUrl = inline([0, 1, 2, 3].map((n) => aPair(`respond ${n}`, "yes", "no")).join(""));
  const course = { batchSize: 2, learningRate: 1e-3, ...config };
  return completed(
    api.call(caller, createPreferenceTrainingJob, { modelId, trainingDataUrl, config: course }),
  );
}

function reinforce({ caller, modelId }: Place, experimentalConfig: object = {}): Promise<string> {
  const trajectoryGroups = [aGroup(["yes", "no", "maybe"]), aGroup(["no", "yes"])];
  const config = { learningRate: 1e-3, ...experimentalConfig };
  const input = { modelId, trajectoryGroups, experimentalConfig: config };
  return completed(api.call(caller, contract.createTrainingJob, input));
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
      const message = { role: "assistant", content: word };
      const choice = { finish_reason: "stop", index: 0, message, logprobs: { content }, token_ids: ids };
      return { messages_and_choices: [{ role: "user", content: "respond" }, choice], reward };
    }),
  };
}

/** Makes a step of a model again; answers what came of it, and the jobs and losses that were shown. */
async function remade({ modelId }: Place, pin = "", wanted: Partial<Remaking> = {}) {
  const { model, project, checkpoint: target } = await findTarget(api.db, `${modelId}${pin}`);
  const scratch = await mkdtemp(path.join(os.tmpdir(), "remake-test-"));
  const [stages, steps]: [string[], { loss: number | null; recorded: number | null }[]] = [[], []];
  const outcome = await remake({
    ...{ db: api.db, engine: embeddedEngine, model, project, target, from: null, scratch },
    ...{ withRetracted: false, anyMachine: false, signal: new AbortController().signal },
    onStage: ({ job }) => stages.push(job.hold.jobId),
    onStep: (step) => steps.push(step),
    ...wanted,
  });
  return { outcome, stages, steps, target };
}

async function damage(folder: string | null): Promise<string> {
  const file = path.join(absolutePath(folder ?? ""), "adapter_model.safetensors");
  const bytes = await readFile(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0x10;
  await writeFile(file, bytes);
  return file;
}

test("a line of supervised, preference and reinforcement jobs is made again to the bit, each loss as recorded, and nothing is written down", {
  tags: ["long"],
}, async () => {
  const place = await aPlace();
  const validationDataUrl = inline(rowsOf(3, "no"));
  const jobs = [
    await imitate(place, {
      validationDataUrl,
      config: { nEpochs: 3, shuffle: true, seed: 7, keep: "best", checkpointEvery: 4, validationEvery: 1 },
    }),
    await prefer(place),
    await prefer(place, { loss: "kto", referenceStep: 1 }),
    await reinforce(place, { klPenaltyCoef: 0.1, klPenaltyReferenceStep: 2 }),
    await reinforce(place),
  ];
  // What a job was measured by goes with its end.
  await rm(absolutePath(jobPath(jobs[0] ?? "", "validation.jsonl")));
  const before = await api.db.prisma.trainingJob.findMany({ where: { modelId: place.modelId } });
  const { outcome, stages, steps } = await remade(place);
  expect(outcome.kind).toBe("same");
  expect(stages).toEqual(jobs);
  expect(steps.length).toBeGreaterThan(8);
  for (const { loss, recorded } of steps) expect(loss).toBe(recorded);
  expect(await api.db.prisma.trainingJob.findMany({ where: { modelId: place.modelId } })).toEqual(before);
  expect(before.map(({ madeWith }) => Object(madeWith).continuesOptimizer).sort()).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("a step on the way and a branch from an earlier step are made again, and so is a model trained in full, from a step on the way", async () => {
  const place = await aPlace();
  const first = await imitate(place, { config: { checkpointEvery: 2 } });
  await imitate(place, { config: { seed: 3 } });
  const branch = await imitate(place, { startStep: 1, trainingDataUrl: inline(rowsOf(4, "no")) });
  // Of jobs that ended, the data stay, compressed.
  await sweepJobFolders(api.db, -HOUR_MS);
  expect(await readdir(absolutePath(jobPath(first)))).toEqual(["rows.jsonl.gz"]);
  expect((await remade(place, ":step1")).outcome.kind).toBe("same");
  const { outcome, stages, steps } = await remade(place);
  expect([outcome.kind, stages]).toEqual(["same", [first, branch]]);
  await imitate(place, { startStep: 1, trainingDataUrl: `job:${first}` });
  expect((await remade(place)).outcome.kind).toBe("same");
  expect(steps).toHaveLength(2 + 2);

  const full = await aPlace({ mode: "full" });
  await imitate(full);
  const last = await imitate(full);
  expect((await remade(full)).outcome.kind).toBe("same");
  const later = await remade(full, "", { from: 1 });
  expect([later.outcome.kind, later.stages]).toEqual(["same", [last]]);
});

test("what cannot be made again is refused before anything is trained: changed data, a deleted file, another machine, a step of another line", async () => {
  const place = await aPlace();
  const content = rowsOf(8);
  const file = await anUploadedFile(api, place, { content });
  const [one, two] = [await imitate(place), await imitate(place, { trainingDataUrl: file.id })];
  const rows = absolutePath(jobPath(one, "rows.jsonl"));
  const kept = await readFile(rows, "utf8");
  const refusal = async (wanted?: Partial<Remaking>) => {
    const onStage = () => {
      throw new Error("It began to train");
    };
    const error: unknown = await remade(place, "", { onStage, ...wanted }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotRemade);
    return String(error);
  };
  await writeFile(rows, kept.replace("maybe", "never"));
  expect(await refusal()).toContain(`The data of job ${one} changed`);
  await rm(rows);
  expect(await refusal()).toContain(`The data of job ${one} is gone`);
  await writeFile(rows, kept);
  const other = { ...embeddedEngine, kernels: "onnxruntime 0.0.1" };
  expect(await refusal({ engine: other })).toContain("another runtime (onnxruntime");
  expect((await remade(place, "", { engine: other, anyMachine: true })).outcome.kind).toBe("same");
  await api.call(place.caller, deleteFile, { fileId: file.id });
  expect(await refusal()).toMatch(new RegExp(`The data of job ${two} is gone: .* was deleted on 2.* by `));
  await expect(remade(place, ":step1", { from: 2 })).rejects.toThrow("did not come from step 2");
  expect((await remade(place, ":step1")).outcome.kind).toBe("same");
});

test("a loss that is not the recorded one ends the comparison at its step", async () => {
  const place = await aPlace();
  const jobId = await imitate(place);
  const event = await api.db.prisma.trainingEvent.findFirstOrThrow({
    where: { jobId, type: "gradient_step" },
    orderBy: { number: "asc" },
    skip: 1,
  });
  await api.db.prisma.trainingEvent.update({
    where: { id: event.id },
    data: { data: { ...Object(event.data), loss: 0.125 } },
  });
  const { outcome, steps } = await remade(place);
  expect(outcome).toEqual({ kind: "other", jobId, step: 2 });
  expect(steps).toHaveLength(2);
});

test("a damaged checkpoint gets its files back, and only those that it had", async () => {
  const place = await aPlace();
  await imitate(place);
  await imitate(place);
  const target = (await remade(place)).target;
  const file = await damage(target.folder);
  await api.db.prisma.checkpoint.update({ where: { id: target.id }, data: { corruptAt: new Date() } });
  const { outcome } = await remade(place);
  if (outcome.kind !== "same") throw new Error("It was not made again");
  await expect(restoreCheckpoint(api.db, target, path.dirname(file))).rejects.toThrow("nothing is restored");
  await restoreCheckpoint(api.db, target, outcome.folder);
  const facts = async () => {
    const { ino, mtimeNs } = await stat(file, { bigint: true });
    return { ino, mtimeNs };
  };
  const restored = await facts();
  // Whole files are left alone: what is killed in between has lost nothing.
  await restoreCheckpoint(api.db, target, outcome.folder);
  expect(await facts()).toEqual(restored);
  const folder = path.dirname(file);
  await rm(folder, { recursive: true });
  await writeFile(folder, "no folder");
  await restoreCheckpoint(api.db, target, outcome.folder);
  expect(await readFile(file)).toEqual(await readFile(path.join(outcome.folder, path.basename(file))));
  const row = await api.db.prisma.checkpoint.findUniqueOrThrow({ where: { id: target.id } });
  expect(row.corruptAt).toBeNull();
  await api.db.prisma.checkpoint.update({ where: { id: target.id }, data: { deletedAt: new Date() } });
  await expect(restoreCheckpoint(api.db, target, outcome.folder)).rejects.toThrow("was deleted");
});

test("a damaged step 0 is made again, and so is what was trained from it", async () => {
  const place = await aPlace();
  await imitate(place);
  const { target } = await remade(place, ":step0");
  const file = await damage(target.folder);
  expect((await remade(place)).outcome.kind).toBe("same");
  const { outcome } = await remade(place, ":step0");
  if (outcome.kind !== "same") throw new Error("It was not made again");
  await restoreCheckpoint(api.db, target, outcome.folder);
  expect(await readFile(file)).toEqual(await readFile(path.join(outcome.folder, path.basename(file))));
  const full = await aPlace({ mode: "full" });
  await expect(remade(full, ":step0")).rejects.toThrow("there is nothing to make again");
});

test("what learned from retracted answers is made again only where that is asked for", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { desk } = review;
  for (const item of [0, 1, 2, 3]) await review.say(0, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  await aVersion(api, desk, id);
  const place = await aPlace(undefined, { project: desk.project });
  await imitate(place, { trainingDataUrl: `weave:///${desk.projectId}/object/intents:v0` });
  expect((await remade(place)).outcome.kind).toBe("same");
  await api.call(desk.caller, createRetraction, {
    ...{ projectId: desk.projectId, annotatorUserId: desk.person(0).userId },
    ...{ itemIds: [], feedbackIds: [], reason: "", preview: false },
  });
  await expect(remade(place)).rejects.toThrow("learned from 4 rows whose answers are retracted");
  expect((await remade(place, "", { withRetracted: true })).outcome.kind).toBe("same");
});

test("each job of a sweep is made again from the bytes that they share, also once the first model is gone", async () => {
  const first = await aPlace();
  const second = await aPlace(undefined, { project: first.project, name: "agent-2" });
  const group = "rates";
  const one = await imitate(first, { group });
  await imitate(second, { group, trainingDataUrl: `job:${one}`, config: { learningRate: 1e-3 } });
  await sweepJobFolders(api.db, -HOUR_MS);
  for (const place of [first, second]) expect((await remade(place)).outcome.kind).toBe("same");
  await api.call(first.caller, models.deleteModel, { modelId: first.modelId });
  await sweepJobFolders(api.db, -HOUR_MS);
  await sweepJobFolders(api.db, -HOUR_MS);
  expect((await remade(second)).outcome.kind).toBe("same");
});

test("a job that made way for others is made again in one go", { tags: ["long"] }, async () => {
  turnMs = 0;
  const [long, other] = [await aPlace(), await aPlace()];
  const both = [long, other].map((place) =>
    imitate(place, { config: { nEpochs: 40, shuffle: true, seed: 7 } }),
  );
  await vi.waitFor(async () => expect(await jobsOf([long, other])).toHaveLength(2), WAIT);
  const ids = (await jobsOf([long, other])).map(({ id }) => id);
  // Both have waited for long, so that the first turn is over at once.
  await api.db.query(
    sql`update training_job set next_attempt_at = now() - interval '1 minute' where id = any(${ids}::text[])`,
  );
  await Promise.all(both);
  turnMs = QUICK.turnMs;
  const waits = await Promise.all(ids.map((id) => eventsOf(api, id, { all: true })));
  expect(waits.flat().map(({ data }) => data.waiting_for)).toContain(WAITS_FOR_TURN);
  for (const place of [long, other]) expect((await remade(place)).outcome.kind).toBe("same");
});

function jobsOf(places: readonly Place[]) {
  const modelId = { in: places.map((place) => place.modelId) };
  return api.db.prisma.trainingJob.findMany({ where: { modelId }, select: { id: true } });
}
