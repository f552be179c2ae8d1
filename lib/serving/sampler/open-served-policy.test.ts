import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import type { Engine, SamplerOptions } from "#lib/engine/port/port.ts";
import { aRequest } from "#lib/testing/data/sample-requests.ts";
import { policyOpening } from "./open-served-policy.ts";
import { PolicyStore } from "./policy-store.ts";

const MINI = { modelFolder: "lib/models/base-models/spindle-mini", adapterFolder: null, verified: null };
/** What one position of spindle-mini's keys and values takes: 5 layers, 3 heads of 32, single precision. */
const POSITION_BYTES = 2 * 5 * 3 * 32 * 4;
const CONTEXT = 512;

test("a policy is opened with the memory that was estimated for it", async () => {
  const { opening, options } = watched(1024 * 1024 * 1024);
  const cacheBytes = 4 * CONTEXT * POSITION_BYTES;
  expect(await opening.sizeBytes(MINI, "sample")).toBe(2_226_560 * 4 + cacheBytes);
  const { sampler } = await opening.open(MINI);
  expect(options()).toMatchObject({ slots: 4, cacheBytes });
  expect(sampler.contextLength).toBe(CONTEXT);
  await sampler.close();
});

test("keys and values take half of the memory at most, and the context is as long as that allows", async () => {
  const { opening, options } = watched(600 * POSITION_BYTES);
  const { sampler } = await opening.open(MINI);
  expect(options()?.cacheBytes).toBe(300 * POSITION_BYTES);
  expect(sampler.contextLength).toBe(300);
  await sampler.close();
});

test("weights that are renamed into the place of others are other files, though they are as large", async () => {
  const modelFolder = await mkdtemp(path.join(tmpdir(), "spindle-model-"));
  try {
    await cp(MINI.modelFolder, modelFolder, { recursive: true });
    const { opening } = watched(2 ** 30);
    const version = () => opening.version({ ...MINI, modelFolder });
    const before = await version();
    expect(await version()).toBe(before);
    const weights = path.join(modelFolder, "model.safetensors");
    await writeFile(`${weights}.new`, await readFile(weights));
    expect(await version()).toBe(before);
    await rename(`${weights}.new`, weights);
    expect(await version()).not.toBe(before);
  } finally {
    await rm(modelFolder, { recursive: true });
  }
});

test("the next completion is sampled from weights that were renamed into place", async () => {
  const modelFolder = await mkdtemp(path.join(tmpdir(), "spindle-model-"));
  const store = new PolicyStore(watched(2 ** 30).opening);
  const firstLogprob = async () => {
    const lent = await store.borrow({ ...MINI, modelFolder }, new AbortController().signal);
    for await (const { logprob } of lent.sampler.sample(
      aRequest([1, 2, 3], { temperature: 0, maxTokens: 1 }),
    )) {
      lent.release();
      return logprob;
    }
    throw new Error("No token came");
  };
  try {
    await cp(MINI.modelFolder, modelFolder, { recursive: true });
    const before = await firstLogprob();
    expect(await firstLogprob()).toBe(before);
    const weights = path.join(modelFolder, "model.safetensors");
    const bytes = await readFile(weights);
    await writeFile(`${weights}.new`, bytes.fill(0, bytes.length - 100_000));
    await rename(`${weights}.new`, weights);
    expect(await firstLogprob()).not.toBe(before);
  } finally {
    await store.close();
    await rm(modelFolder, { recursive: true });
  }
});

/** An opening whose engine shows what it was last asked for. */
function watched(memoryBytes: number) {
  let last: SamplerOptions | undefined;
  const engine: Engine = {
    ...embeddedEngine,
    openSampler: (policy, options) => {
      last = options;
      return embeddedEngine.openSampler(policy, options);
    },
  };
  return { opening: policyOpening(engine, { slots: 4, memoryBytes }), options: () => last };
}
