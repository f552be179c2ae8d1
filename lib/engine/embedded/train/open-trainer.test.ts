import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdamWSettings, Sampler, Trainer, TrainingMethod } from "#lib/engine/port/port.ts";
import { aRequest } from "#lib/testing/data/sample-requests.ts";
import { openSampler } from "../decode/open-sampler.ts";
import { exportModel } from "../files/export-model.ts";
import { livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import { openTrainer } from "./open-trainer.ts";

const CONFIG = smallConfig({ family: "qwen3", hasQkNorm: true });
const SEQUENCES = [20, 7].map((length, seed) => ({ tokenIds: someTokens(CONFIG, { length, seed }) }));
const LORA: TrainingMethod = { mode: "lora", rank: 2, alpha: 4, targets: ["q_proj", "v_proj", "up_proj"] };
const ADAMW: AdamWSettings = {
  learningRate: 0.02,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0,
  maxGradNorm: 1,
};

let parent = "";
let modelFolder = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "policy-"));
  modelFolder = join(parent, "base");
  await mkdir(modelFolder);
  await exportModel(modelFolder, {
    config: CONFIG,
    parameters: livelyParameters(CONFIG, 5),
    textFolder: parent,
  });
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test("an adapter that was trained and exported scores the same when its files are opened again", async () => {
  const trainer = await openTrainer({ modelFolder, adapterFolder: null }, { method: LORA, threads: 1 });
  await learn(trainer);
  const adapterFolder = join(parent, "adapter");
  await trainer.exportPolicy(adapterFolder);
  const again = await openTrainer({ modelFolder, adapterFolder }, { method: LORA, threads: 1 });
  expect(await again.score(SEQUENCES)).toEqual(await trainer.score(SEQUENCES));
  expect(await again.scoreReference(SEQUENCES)).toEqual(await trainer.scoreReference(SEQUENCES));
  expect(await again.scoreReference(SEQUENCES)).not.toEqual(await again.score(SEQUENCES));
  expect(await readdir(parent)).toEqual(["adapter", "base"]);
  await trainer.close();
  await again.close();
});

test("a model that was trained in full and exported scores the same when its folder is opened again", async () => {
  const trainer = await openTrainer(
    { modelFolder, adapterFolder: null },
    { method: { mode: "full" }, threads: 1 },
  );
  await learn(trainer);
  await trainer.exportPolicy(join(parent, "trained"));
  const policy = { modelFolder: join(parent, "trained"), adapterFolder: null };
  const again = await openTrainer(policy, { method: { mode: "full" }, threads: 1 });
  expect(await again.score(SEQUENCES)).toEqual(await trainer.score(SEQUENCES));
  // Its files are now what the reference is.
  expect(await again.scoreReference(SEQUENCES)).toEqual(await trainer.score(SEQUENCES));
  await trainer.close();
  await again.close();
});

test.each([LORA, { mode: "full" } as const])(
  "what is sampled while training $mode has the log-probabilities that the trainer gives it",
  async (method) => {
    const trainer = await openTrainer({ modelFolder, adapterFolder: null }, { method, threads: 1 });
    await learn(trainer);
    const prompt = [1, 2, 3];
    const sampler = await trainer.openSampler({ slots: 2 });
    const sampled = await sampleFrom(sampler, prompt);
    await sampler.close();
    expect(sampled).toHaveLength(20);
    const tokenIds = [...prompt, ...sampled.map(({ id }) => id)];
    const [scores] = await trainer.score([{ tokenIds }]);
    for (const [index, { logprob }] of sampled.entries())
      expect(Math.abs(logprob - (scores?.logprobs[prompt.length + index] ?? Number.NaN))).toBeLessThan(2e-5);
    await trainer.close();
  },
);

test.each([LORA, { mode: "full" } as const])(
  "sampling while training $mode gives the runtime no copy of the weights to keep, and leaves no session open",
  async (method) => {
    const trainer = await openTrainer({ modelFolder, adapterFolder: null }, { method, threads: 1 });
    const opening = vi.spyOn(ort.InferenceSession, "create");
    const sampler = await trainer.openSampler({ slots: 2 });
    await sampleFrom(sampler, [1, 2, 3]);
    // The graph that others decode with, in which the weights stand.
    await (await openSampler(livelyParameters(CONFIG, 5), CONFIG)).close();
    const [fed = 0, whole = 0] = opening.mock.calls.map(([model]) => Object(model).byteLength);
    const [session] = await Promise.all(opening.mock.results.map(({ value }) => value));
    opening.mockRestore();
    const release = vi.spyOn(session, "release");
    await sampler.close();
    expect(whole - fed).toBeGreaterThanOrEqual(weightBytes());
    expect(release).toHaveBeenCalledOnce();
    await trainer.close();
  },
);

function weightBytes(): number {
  return livelyParameters(CONFIG, 5)
    .values()
    .reduce((sum, { data }) => sum + data.byteLength, 0);
}

async function learn(trainer: Trainer): Promise<void> {
  for (let step = 0; step < 3; step++) {
    const coefficients = SEQUENCES.map(({ tokenIds }) => new Float32Array(tokenIds.length).fill(0.05));
    await trainer.gradients(SEQUENCES, { kind: "fixed", coefficients });
    await trainer.optimizerStep(ADAMW);
  }
}

async function sampleFrom(
  sampler: Sampler,
  promptTokenIds: number[],
): Promise<{ id: number; logprob: number }[]> {
  return Array.fromAsync(sampler.sample(aRequest(promptTokenIds, { maxTokens: 20, seed: 4 })));
}
