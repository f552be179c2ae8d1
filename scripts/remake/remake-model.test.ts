import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test, vi } from "vitest";
import * as models from "#lib/contract/models/models.ts";
import { createSftTrainingJob } from "#lib/contract/training/training.ts";
import { env, SETTING_NAMES } from "#lib/platform/env.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { expireLease, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { serviceProcesses } from "#lib/testing/service-process.ts";
import { TRAINER_SETTINGS } from "#lib/training/trainer/start-trainer.ts";

const api = startHarness();
const start = serviceProcesses();
const WAIT = { timeout: 120_000, interval: 100 };
const EPOCHS = 4;
const STEPS = 60;

beforeAll(() => writeTinyModel(path.join(env().SPINDLE_DATA_DIR, "models/tiny")));

/** Runs the command as a person at the machine does, on the database and the data folder of this file. */
async function command(...args: string[]): Promise<{ code: number; text: string }> {
  const { DATABASE_URL = "", SPINDLE_DATA_DIR } = env();
  const hidden = Object.fromEntries(SETTING_NAMES.map((name) => [name, ""]));
  const variables = { ...process.env, ...hidden, DATABASE_URL, SPINDLE_DATA_DIR };
  return promisify(execFile)(process.execPath, ["scripts/remake/remake.ts", ...args], {
    env: variables,
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

test("the command makes a checkpoint again whose trainer was killed, writes its files out, and puts them back where they were lost", {
  tags: ["long"],
  timeout: 300_000,
}, async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const { id: modelId } = await api.call(caller, models.createModel, {
    ...{ entity: project.entity, project: project.name, name: "agent", baseModel: "tiny" },
    ...{ returnExisting: false, training: { mode: "lora", rank: 2, alpha: 4 } },
  });
  const rows = Array.from({ length: STEPS / EPOCHS }, (_, n) => aRow(`What is ${n}?`, "one two")).join("");
  const { id: jobId } = await api.call(caller, createSftTrainingJob, {
    modelId,
    trainingDataUrl: `data:,${encodeURIComponent(rows)}`,
    config: { batchSize: 1, learningRate: 1e-3, nEpochs: EPOCHS, shuffle: true, seed: 7 },
  });
  const killed = start("lib/training/trainer/main.ts");
  const reached = TRAINER_SETTINGS.snapshotEverySteps + 2;
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).step).toBeGreaterThanOrEqual(reached), WAIT);
  killed.kill("SIGKILL");
  await killed.ended;
  await expireLease(api, jobId);
  const trainer = start("lib/training/trainer/main.ts");
  await vi.waitFor(async () => expect((await rowOf(api, jobId)).endedAt).not.toBeNull(), WAIT);
  expect(await rowOf(api, jobId)).toMatchObject({ state: "completed", epoch: 2n });
  trainer.kill("SIGTERM");
  await trainer.ended;

  const { folder } = await api.db.prisma.checkpoint.findFirstOrThrow({ where: { jobId } });
  const place = absolutePath(folder ?? "");
  const file = path.join(place, "adapter_model.safetensors");
  const bytes = await readFile(file);
  const out = path.join(await mkdtemp(path.join(os.tmpdir(), "remake-out-")), "adapter");
  await rm(place, { recursive: true });
  const made = await command(`${project.path}/agent:step1`, "--out", out, "--restore");
  expect(made.code, made.text).toBe(0);
  expect(made.text).toContain(`Job 1 of 1: sft ${jobId}, ${STEPS} steps`);
  expect(made.text).toMatch(new RegExp(`Step ${STEPS} of ${STEPS}: loss [\\d.e-]+, as recorded`));
  expect(made.text).toContain("The same to the bit.");
  expect(await readFile(file)).toEqual(bytes);
  expect((await readdir(out)).sort()).toEqual(["adapter_config.json", "adapter_model.safetensors"]);

  const rowsFile = absolutePath((await rowOf(api, jobId)).source);
  await rm(rowsFile);
  const refused = await command(modelId);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(`The data of job ${jobId} is gone`);
});

test("the command says how it is used, and what it does not find", async () => {
  expect((await command()).text).toContain("npm run remake -- <model>");
  expect((await command("agent", "--from", "x")).text).toContain("npm run remake -- <model>");
  expect(await command("nobody:step3")).toEqual({ code: 1, text: "There is no model nobody:step3\n" });
});
