import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import type { AdamWSettings, Engine, Trainer } from "#lib/engine/port/port.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { aRequest, complete, idsOf } from "#lib/testing/data/sample-requests.ts";
import { engineServersOf, pythonEngine } from "#lib/testing/engines/python-engine.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { torchEngine } from "./torch-engine.ts";

const METHOD = { mode: "lora", rank: 4, alpha: 8, targets: ["q_proj", "v_proj", "down_proj"] } as const;
const ADAMW: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.01,
  maxGradNorm: 1,
};
const SEQUENCES = [{ tokenIds: [5, 17, 33, 17, 90, 2] }, { tokenIds: [8, 21, 55] }];

let root = "";
const engine = pythonEngine();
const policy = () => ({ modelFolder: path.join(root, "model"), adapterFolder: null });
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "spindle-server-"));
  await writeTinyModel(path.join(root, "model"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("both engines begin with the same adapter, take the same steps and draw the same tokens", async () => {
  const after = async (one: Engine) => {
    const trainer = await one.openTrainer(policy(), { method: METHOD });
    for (let step = 0; step < 3; step++) await trainStep(trainer);
    const [scores] = await trainer.score(SEQUENCES);
    const sampler = await trainer.openSampler();
    const request = aRequest([5, 9, 13], { topK: 40, topP: 0.9, temperature: 1.2, maxTokens: 20 });
    const drawn = idsOf(await complete(sampler, request));
    await Promise.all([sampler.close(), trainer.close()]);
    return { logprobs: [...(scores?.logprobs ?? [])], drawn };
  };
  const [ours, theirs] = [await after(engine), await after(embeddedEngine)];
  expect(ours.drawn).toEqual(theirs.drawn);
  for (const [token, logprob] of theirs.logprobs.entries())
    expect(ours.logprobs[token]).toBeCloseTo(logprob, 4);
});

test("each engine continues from a snapshot of the other", async () => {
  const straight = await embeddedEngine.openTrainer(policy(), { method: METHOD });
  const engines = { torch: engine, embedded: embeddedEngine };
  for (let step = 0; step < 2; step++) await trainStep(straight);
  await straight.snapshot(path.join(root, "by-embedded"));
  await trainStep(straight);
  const expected = await straight.score(SEQUENCES);
  const moved = await engine.openTrainer(policy(), { method: METHOD });
  await moved.restore(path.join(root, "by-embedded"));
  expect(moved.updates).toBe(2);
  await moved.snapshot(path.join(root, "by-torch"));
  for (const [name, one] of Object.entries(engines)) {
    const trainer = await one.openTrainer(policy(), { method: METHOD });
    await trainer.restore(path.join(root, "by-torch"));
    await trainStep(trainer);
    for (const [at, { logprobs }] of (await trainer.score(SEQUENCES)).entries())
      for (const [token, logprob] of logprobs.entries())
        expect(logprob, name).toBeCloseTo(expected[at]?.logprobs[token] ?? Number.NaN, 4);
    await trainer.close();
  }
  await Promise.all([straight.close(), moved.close()]);
});

test("what cannot be opened is refused by its kind", async () => {
  const open = (modelFolder: string) => engine.openSampler({ modelFolder, adapterFolder: null });
  await expect(open(path.join(root, "nowhere"))).rejects.toThrow(MissingFiles);
  await writeTinyModel(path.join(root, "damaged"));
  await writeFile(path.join(root, "damaged/model.safetensors"), "damaged");
  await expect(open(path.join(root, "damaged"))).rejects.toThrow(CorruptFiles);
  await writeTinyModel(path.join(root, "own-code"));
  await writeFile(path.join(root, "own-code/config.json"), '{"auto_map": {"AutoModel": "own.Model"}}');
  await expect(open(path.join(root, "own-code"))).rejects.toThrow(UnsupportedModel);
  const adapterFolder = path.join(root, "no-adapter");
  await expect(engine.openTrainer({ ...policy(), adapterFolder }, { method: METHOD })).rejects.toThrow(
    MissingFiles,
  );
});

test("a server that is killed faults whatever is open in it, says why, and the next call starts another", async () => {
  const trainer = await engine.openTrainer(policy(), { method: METHOD });
  const sampler = await engine.openSampler(policy());
  await trainStep(trainer);
  await trainer.snapshot(path.join(root, "before"));
  const before = await trainer.score(SEQUENCES);
  const asked = complete(sampler, aRequest([5, 9], { maxTokens: 200 }));
  const failed = expect(asked).rejects.toThrow(EngineFault);
  const [server = 0, ...others] = engineServersOf();
  expect(others).toEqual([]);
  process.kill(server, "SIGKILL");
  await failed;
  await expect(trainer.score(SEQUENCES)).rejects.toThrow(/The engine's server ended \(SIGKILL\)/);
  expect(() => sampler.sample(aRequest([5]))).toThrow(EngineFault);
  await Promise.all([trainer.close(), sampler.close()]);
  const next = await engine.openTrainer(policy(), { method: METHOD });
  await next.restore(path.join(root, "before"));
  expect(await next.score(SEQUENCES)).toEqual(before);
  expect(engineServersOf()).not.toContain(server);
  await next.close();
});

test("an interpreter that is none is named, with its setting", async () => {
  const lame = torchEngine({ python: "/nowhere/python", server: null, dtype: null, recomputes: true });
  await expect(lame.openSampler(policy())).rejects.toThrow(/\/nowhere\/python .*TORCH_PYTHON/);
});

async function trainStep(trainer: Trainer): Promise<void> {
  const coefficients = SEQUENCES.map(({ tokenIds }) => new Float32Array(tokenIds.length).fill(0.1));
  await trainer.gradients(SEQUENCES, { kind: "fixed", coefficients });
  await trainer.optimizerStep(ADAMW);
}
