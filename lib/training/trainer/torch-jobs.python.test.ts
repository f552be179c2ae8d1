import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as models from "#lib/contract/models/models.ts";
import { createPreferenceTrainingJob } from "#lib/contract/training/preference-training.ts";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import type { AdamWSettings, Engine } from "#lib/engine/port/port.ts";
import { enginePython, env, overrideSettings } from "#lib/platform/env.ts";
import { aPair, aRow } from "#lib/testing/data/file-data.ts";
import { eventsOf, ledgerOf, QUICK, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { engineServersOf, isAlive, pythonEngine } from "#lib/testing/engines/python-engine.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { serviceProcesses } from "#lib/testing/service-process.ts";
import { prepareJob } from "./prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "./start-trainer.ts";

const api = startHarness();
const startProcess = serviceProcesses();
const WAIT = { timeout: 240_000, interval: 50 };
const LONG = { timeout: 600_000 };
const STEPS = 20;
const torch = pythonEngine();
let trainer: RunningTrainer | null = null;

beforeAll(() => writeTinyModel(path.join(env().SPINDLE_DATA_DIR, "models/tiny")));
afterEach(stopTrainer);
afterAll(() => overrideSettings({ ENGINE: "", TORCH_PYTHON: "" }));

const SOME = ["yes", "no", "maybe", "one two", "three four five"];
const answerOf = (row: number) => SOME[row % SOME.length] ?? "";
const rowsUrl = (rowOfNumber: (row: number) => string, count: number) =>
  `data:,${encodeURIComponent(Array.from({ length: count }, (_, row) => rowOfNumber(row)).join(""))}`;
const QUESTION = "respond with yes, no or maybe";
const SFT_ROWS = rowsUrl((row) => aRow(QUESTION, answerOf(row)), 2 * STEPS);
const PAIRS = rowsUrl((row) => aPair(QUESTION, answerOf(row), answerOf(row + 1)), 2 * STEPS);

test.each([
  ["supervised", queueSft],
  ["preference", queuePreference],
])("a %s job has the same losses on both engines, for 20 steps", LONG, async (_, queue) => {
  const losses = async (engine: Engine) => {
    const jobId = await queue();
    start(engine);
    await untilEnded(jobId);
    await stopTrainer();
    expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", errorMessage: null });
    return lossesOf(jobId);
  };
  const [ours, theirs] = [await losses(torch), await losses(embeddedEngine)];
  expect(theirs).toHaveLength(STEPS);
  expect(new Set(theirs).size).toBeGreaterThan(STEPS / 2);
  for (const [step, loss] of theirs.entries()) expect(Math.abs((ours[step] ?? 0) - loss)).toBeLessThan(1e-4);
});

test(
  "a job whose engine is killed in the middle continues from its snapshot, and reports no step twice",
  LONG,
  async () => {
    const undisturbed = await queueSft();
    start(torch);
    await untilEnded(undisturbed);
    await stopTrainer();
    const jobId = await queueSft();
    const killed: number[] = [];
    start(killedAt(5, killed));
    await untilEnded(jobId);
    expect(killed).toHaveLength(1);
    expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", epoch: 2n });
    expect(await ledgerOf(api, jobId)).toEqual(Array.from({ length: STEPS }, (_, step) => step + 1));
    expect(await lossesOf(jobId)).toEqual(await lossesOf(undisturbed));
  },
);

test("a trainer that is killed takes its engine along, and the next one continues", LONG, async () => {
  overrideSettings({ ENGINE: "torch", TORCH_PYTHON: enginePython() });
  const jobId = await queueSft();
  const first = startProcess("lib/training/trainer/main.ts");
  await untilStep(jobId, 2);
  const servers = serversIn(first.output());
  expect(servers.some(isAlive)).toBe(true);
  first.kill("SIGKILL");
  await first.ended;
  await vi.waitFor(() => expect(servers.filter(isAlive)).toEqual([]), WAIT);
  startProcess("lib/training/trainer/main.ts");
  await untilEnded(jobId);
  expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", errorMessage: null });
  expect(await ledgerOf(api, jobId)).toEqual(Array.from({ length: STEPS }, (_, step) => step + 1));
});

function start(engine: Engine): void {
  const settings = { ...QUICK, terms: { leaseMs: 10_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine, prepareJob, settings });
}

/** The engine whose server dies once, while it is asked for the update after so many; `killed` gets its id. */
function killedAt(updates: number, killed: number[]): Engine {
  return {
    ...torch,
    openTrainer: async (policy, options) => {
      const opened = await torch.openTrainer(policy, options);
      const optimizerStep = (settings: AdamWSettings) => {
        const servers = killed.length === 0 && opened.updates === updates ? engineServersOf() : [];
        for (const server of servers) process.kill(server, "SIGKILL");
        killed.push(...servers);
        return step(settings);
      };
      const step = opened.optimizerStep.bind(opened);
      return Object.assign(opened, { optimizerStep });
    },
  };
}

async function stopTrainer(): Promise<void> {
  await trainer?.stop();
  trainer = null;
}

async function aModel(): Promise<{ caller: Caller; modelId: string }> {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const { id } = await api.call(caller, models.createModel, {
    entity: project.entity,
    project: project.name,
    name: "agent",
    baseModel: "tiny",
    returnExisting: false,
    training: { mode: "lora", rank: 4, alpha: 8 },
  });
  return { caller, modelId: id };
}

async function queueSft(): Promise<string> {
  const { caller, modelId } = await aModel();
  const config = { batchSize: 2, learningRate: 5e-3 };
  return (await api.call(caller, createSftTrainingJob, { modelId, trainingDataUrl: SFT_ROWS, config })).id;
}

async function queuePreference(): Promise<string> {
  const { caller, modelId } = await aModel();
  const config = { batchSize: 2, learningRate: 1e-3 };
  return (await api.call(caller, createPreferenceTrainingJob, { modelId, trainingDataUrl: PAIRS, config }))
    .id;
}

async function untilEnded(jobId: string): Promise<void> {
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
}

async function untilStep(jobId: string, step: number): Promise<void> {
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).step).toBeGreaterThanOrEqual(step), WAIT);
}

async function lossesOf(jobId: string): Promise<number[]> {
  const events = await eventsOf(api, jobId);
  return events.filter(({ type }) => type === "gradient_step").map(({ data }) => Number(data.loss));
}

/** Ids of the servers that a trainer says it has started. */
function serversIn(output: string): number[] {
  const lines = output.split("\n").filter((line) => line.includes("the engine's server has started"));
  return lines.map((line) => Number(JSON.parse(line).server));
}
