import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import type { AdamWSettings, TrainingMethod } from "#lib/engine/port/port.ts";
import { livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import { createTrainer, type OpenTrainer } from "./create-trainer.ts";

const CONFIG = smallConfig({ hasQkvBias: true });
const METHODS: readonly TrainingMethod[] = [
  { mode: "full" },
  { mode: "lora", rank: 2, alpha: 4, targets: ["q_proj", "down_proj"] },
];
const ADAMW: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 1,
};

let parent = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "snapshot-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test.each(METHODS)(
  "training $mode resumes from a snapshot to the same bits as if it had never stopped",
  async (method) => {
    const straight = await opened(method);
    await steps(straight, 1, 3);
    await straight.snapshot(join(parent, "three"));
    await steps(straight, 4, 6);
    await straight.snapshot(join(parent, "six"));

    const resumed = await opened(method);
    await steps(resumed, 7, 8);
    await resumed.gradients([{ tokenIds: [1, 2, 3] }], {
      kind: "fixed",
      coefficients: [new Float32Array(3).fill(1)],
    });
    await resumed.restore(join(parent, "three"));
    expect(resumed.updates).toBe(3);
    await steps(resumed, 4, 6);
    await resumed.snapshot(join(parent, "six again"));

    expect(resumed.parameters()).toEqual(straight.parameters());
    expect(await contents("six again")).toEqual(await contents("six"));
    expect(await contents("six")).not.toEqual(await contents("three"));
    await straight.close();
    await resumed.close();
  },
);

test("resetting the optimiser keeps the weights and the count of updates, and restarts its bias correction", async () => {
  const [method] = METHODS;
  const trainer = await opened(method);
  await steps(trainer, 1, 3);
  const weights = trainer.parameters();
  trainer.resetOptimizer();
  expect(trainer.parameters()).toEqual(weights);
  expect(trainer.updates).toBe(3);
  await steps(trainer, 4, 4);

  const fresh = await createTrainer({
    config: CONFIG,
    parameters: weights,
    adapter: null,
    method: { mode: "full" },
    threads: 1,
  });
  await steps(fresh, 4, 4);
  expect(trainer.parameters()).toEqual(fresh.parameters());
  expect(trainer.updates).toBe(4);
  await trainer.close();
  await fresh.close();
});

test("a snapshot that was changed, cut short or belongs to another model is refused and leaves the trainer as it was", async () => {
  const trainer = await opened(METHODS[0]);
  await steps(trainer, 1, 1);
  const weights = trainer.parameters();
  const path = (name: string) => join(parent, name, "state.safetensors");
  for (const name of ["flipped", "short", "missing", "wordless"]) await trainer.snapshot(join(parent, name));
  const bytes = await readFile(path("flipped"));
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  await writeFile(path("flipped"), bytes);
  await truncate(path("short"), bytes.length - 4);
  await rm(path("missing"));
  await writeFile(join(parent, "wordless", "snapshot.json"), "{}");
  for (const name of ["flipped", "short", "missing", "wordless", "never written"])
    await expect(trainer.restore(join(parent, name)), name).rejects.toThrow(CorruptFiles);

  const other = await opened(METHODS[1]);
  await other.snapshot(join(parent, "other"));
  await expect(trainer.restore(join(parent, "other"))).rejects.toThrow(
    "model.embed_tokens.weight is missing",
  );
  expect(trainer.parameters()).toEqual(weights);
  expect(trainer.updates).toBe(1);
  await trainer.close();
  await other.close();
});

test("a snapshot never goes over one that is there", async () => {
  const trainer = await opened(METHODS[1]);
  await trainer.snapshot(join(parent, "one"));
  const before = await contents("one");
  await steps(trainer, 1, 1);
  await expect(trainer.snapshot(join(parent, "one"))).rejects.toThrow();
  expect(await contents("one")).toEqual(before);
  expect(await readdir(parent)).toEqual(["one"]);
  await trainer.close();
});

function opened(method: TrainingMethod = { mode: "full" }): Promise<OpenTrainer> {
  return createTrainer({
    config: CONFIG,
    parameters: livelyParameters(CONFIG, 5),
    adapter: null,
    method,
    threads: 1,
  });
}

/** Steps with data that depend on their number alone. */
async function steps(trainer: OpenTrainer, first: number, last: number): Promise<void> {
  for (let step = first; step <= last; step++) {
    const sequences = [12, 30].map((length, i) => ({
      tokenIds: someTokens(CONFIG, { length, seed: 10 * step + i }),
    }));
    const coefficients = sequences.map(({ tokenIds }) => new Float32Array(tokenIds.length).fill(0.02));
    await trainer.gradients(sequences, { kind: "fixed", coefficients });
    await trainer.optimizerStep(ADAMW);
  }
}

async function contents(name: string): Promise<Buffer[]> {
  const files = await readdir(join(parent, name));
  return Promise.all(files.sort().map((file) => readFile(join(parent, name, file))));
}
