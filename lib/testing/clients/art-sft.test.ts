import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { env, overrideSettings } from "#lib/platform/env.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { QUICK } from "#lib/testing/data/job-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { prepareJob } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type RunningTrainer, startTrainer } from "#lib/training/trainer/start-trainer.ts";
import { ArtClient, type Registered } from "./art-client.ts";

// Several real jobs in one test, in the process that also serves.
vi.setConfig({ testTimeout: 90_000 });

const api = startHarness();
let trainer: RunningTrainer;
beforeAll(async () => {
  overrideSettings({ TRAIN_THREADS: "1" });
  await writeTinyModel(path.join(env().SPINDLE_DATA_DIR, "models/tiny"));
  const settings = { ...QUICK, terms: { leaseMs: 20_000, pauseMs: 1 } };
  trainer = startTrainer({ db: api.db, engine: embeddedEngine, prepareJob, settings });
});
afterAll(() => trainer.stop());

type Place = { project: TestProject; caller: Caller; art: ArtClient; model: Registered };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const art = ArtClient.of(api, caller);
  const model = await art.register({ project: project.name, name: "agent", base_model: "tiny" });
  return { project, caller, art, model };
}

const LINES = ["one", "two", "three", "four", "five"].map((word) => aRow(`respond with ${word}`, word));
const ROWS = LINES.join("");

test("10: rows are named as a file, as an artifact of each form, or stand in the request, and no other service is asked", async () => {
  const place = await aPlace();
  const file = await anUploadedFile(api, place, { content: ROWS, artifact: "agent-sft-data-0123456789ab" });
  const artifact = `wandb-artifact:///${place.project.path}/agent-sft-data-0123456789ab`;
  const losses: unknown[] = [];
  const urls = [
    file.id,
    file.training_data_url,
    `${artifact}:v0`,
    `${artifact}:latest`,
    `data:application/jsonl;base64,${Buffer.from(ROWS).toString("base64")}`,
    `data:,${encodeURIComponent(ROWS)}`,
  ];
  for (const [index, url] of urls.entries()) {
    const { id } = await place.art.register({
      project: place.project.name,
      name: `agent-${index}`,
      base_model: "tiny",
    });
    const { sequences, steps } = await place.art.trainSft(id, url, { batch_size: 2, learning_rate: 1e-3 });
    expect(sequences).toBe(3);
    expect(await place.art.step(id)).toBe(1);
    losses.push(steps.map(({ loss }) => loss));
  }
  // The same rows teach fresh models the same.
  for (const one of losses) expect(one).toEqual(losses[0]);
});

test("10: a schedule that the client worked out is followed batch by batch, and its last rate is held", async () => {
  const { art, model } = await aPlace();
  const learning_rate = [1e-4, 2e-4];
  const { steps } = await art.trainSft(model.id, dataOf(ROWS), { batch_size: 2, learning_rate });
  expect(steps.map((step) => step.learning_rate)).toEqual([1e-4, 2e-4, 2e-4]);
  expect(Object.keys(steps[0] ?? {})).toEqual(
    expect.arrayContaining(["loss", "grad_norm", "num_trajectories", "num_tokens", "num_trainable_tokens"]),
  );
});

test("10: settings that are null or left out, and those of newer clients, are taken", async () => {
  const { art, model } = await aPlace();
  const newest = { metric_logging: { enabled: true, target_training_step: 3 }, assistant_turns: "all" };
  for (const config of [
    null,
    {},
    { batch_size: null, learning_rate: null },
    { batch_size: "auto", ...newest },
  ])
    expect((await art.trainSft(model.id, dataOf(ROWS), config)).sequences).toBe(3);
});

test("10: only the last of the assistant's turns is learned where the client says so", async () => {
  const { art, model } = await aPlace();
  const messages = ["one", "two"].flatMap((content) => [
    { role: "user", content: "Continue" },
    { role: "assistant", content },
  ]);
  const url = dataOf(`${JSON.stringify({ messages, tools: null })}\n`);
  const learned = async (assistant_turns: string) =>
    (await art.trainSft(model.id, url, { assistant_turns })).steps[0]?.num_trainable_tokens ?? 0;
  expect(await learned("last")).toBeLessThan(await learned("all"));
});

test("10: an address inside this machine or its network is refused, by its digits at once and by its name in the job", async () => {
  const { art, model } = await aPlace();
  let asked = 0;
  const canary = http.createServer((_, response) => {
    asked += 1;
    response.end(ROWS);
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = canary.address() as AddressInfo;
  for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, "169.254.169.254", "10.0.0.1"])
    await expect(art.trainSft(model.id, `https://${host}/train.jsonl`)).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "training_data_url"] }] },
    });
  await expect(art.trainSft(model.id, "http://data.example.com/train.jsonl")).rejects.toMatchObject({
    status: 422,
  });
  await expect(art.trainSft(model.id, `https://localhost:${port}/train.jsonl`)).rejects.toThrow(
    /Training job failed: .*not fetched/,
  );
  expect(asked).toBe(0);
  expect(await art.step(model.id)).toBe(0);
  canary.close();
});

test("10: a reference that leads nowhere is refused when the job is created", async () => {
  const { art, model, project } = await aPlace();
  const artifact = `wandb-artifact:///${project.path}/agent-sft-data-ffffffffffff`;
  for (const url of [`${artifact}:v0`, "019a5b31-77aa-7c20-9b3d-5e6f70819203", "data:,"])
    await expect(art.trainSft(model.id, url)).rejects.toMatchObject({ status: 422 });
});

function dataOf(rows: string): string {
  return `data:,${encodeURIComponent(rows)}`;
}
