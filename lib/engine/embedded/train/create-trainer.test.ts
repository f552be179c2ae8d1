import { describe, expect, test } from "vitest";
import type { AdamWSettings, Sequence, TokenLoss } from "#lib/engine/port/port.ts";
import { initialAdapter } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, PROJECTIONS } from "../model/parameters.ts";
import { plainEntropies, plainLogprobs } from "../testing/plain-decoder.ts";
import { FAMILIES, livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import { createTrainer, type OpenTrainer, type TrainerSetup } from "./create-trainer.ts";
import { initialParameters } from "./initial-parameters.ts";

const CONFIG = smallConfig();
const PARAMETERS = livelyParameters(CONFIG, 5);
const FULL = { mode: "full" } as const;
const LORA = { mode: "lora", rank: 2, alpha: 4, targets: PROJECTIONS } as const;
const ADAMW: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 1,
};

describe("scores", () => {
  test.each(FAMILIES)("of sequences packed together are those of each alone, for %s", async (_, config) => {
    const parameters = livelyParameters(config, 5);
    const trainer = await opened({ config, parameters });
    const sequences = someSequences([9, 1, 40, 2, 0, 23, 70, 64, 12], config);
    const scores = await trainer.score(sequences);
    for (const [index, { tokenIds }] of sequences.entries()) {
      expectClose(scores[index]?.logprobs, plainLogprobs(parameters, config, tokenIds), 2e-5);
      expectClose(scores[index]?.entropies ?? undefined, plainEntropies(parameters, config, tokenIds), 2e-5);
    }
    await trainer.close();
  });

  test("of no sequences are none", async () => {
    const trainer = await opened();
    expect(await trainer.score([])).toEqual([]);
    expect(await trainer.gradients([], { kind: "fixed", coefficients: [] })).toEqual([]);
    await trainer.close();
  });

  test("do not depend on how many rows are computed together", async () => {
    const sequences = someSequences([30, 50, 64, 7, 64, 33, 100]);
    const wide = await opened();
    const narrow = await opened({ tokenBudget: 1 });
    const [together, apart] = [await wide.score(sequences), await narrow.score(sequences)];
    for (const [index, { logprobs }] of together.entries())
      expectClose(logprobs, apart[index]?.logprobs ?? [], 1e-5);
    await wide.close();
    await narrow.close();
  });

  test("by the reference ignore the adapter, and what training did", async () => {
    const sequences = someSequences([20]);
    const plain = plainLogprobs(PARAMETERS, CONFIG, sequences[0]?.tokenIds ?? []);
    for (const method of [FULL, LORA]) {
      const trainer = await opened({ method });
      for (let step = 0; step < 3; step++) await trainStep(trainer, sequences);
      expectClose((await trainer.scoreReference(sequences))[0]?.logprobs, plain, 2e-5);
      const moved = (await trainer.score(sequences))[0]?.logprobs ?? new Float32Array();
      expect(Math.max(...moved.map((value, t) => Math.abs(value - (plain[t] ?? 0))))).toBeGreaterThan(0.01);
      await trainer.close();
    }
  });

  test("refuse what the model cannot take, with its number", async () => {
    const trainer = await opened({ config: { ...CONFIG, contextLength: 8 } });
    await expect(trainer.score(someSequences([8, 9]))).rejects.toThrow("Sequence 1 has 9 tokens");
    await expect(trainer.score([{ tokenIds: [1, 13] }])).rejects.toThrow("token id 13");
    await expect(trainer.score([{ tokenIds: [1, -1] }])).rejects.toThrow("token id -1");
    await expect(
      trainer.gradients(someSequences([4]), { kind: "fixed", coefficients: [new Float32Array(3)] }),
    ).rejects.toThrow("4 tokens and 3 coefficients");
    await trainer.close();
  });
});

describe("gradients", () => {
  test("of one batch, of three accumulated ones and of each sequence alone step the weights alike", async () => {
    const sequences = someSequences([20, 33, 64, 12, 5, 40]);
    const once = await opened();
    await once.gradients(sequences, evenLoss(sequences));
    const thrice = await opened();
    for (const part of [sequences.slice(0, 2), sequences.slice(2, 3), sequences.slice(3)])
      await thrice.gradients(part, evenLoss(part));
    const alone = await opened();
    for (const sequence of sequences) await alone.gradients([sequence], evenLoss([sequence]));
    const narrow = await opened({ tokenBudget: 64 });
    await narrow.gradients(sequences, evenLoss(sequences));
    const norm = (await once.optimizerStep(ADAMW)).gradNorm;
    for (const other of [thrice, alone, narrow]) {
      expect((await other.optimizerStep(ADAMW)).gradNorm / norm).toBeCloseTo(1, 5);
      expectSameWeights(other.parameters(), once.parameters(), 2e-5);
    }
    await Promise.all([once, thrice, alone, narrow].map((trainer) => trainer.close()));
  });

  test("are cleared by a step, so the next begins at nothing", async () => {
    const trainer = await opened();
    const sequences = someSequences([20]);
    await trainStep(trainer, sequences);
    expect(await trainer.optimizerStep(ADAMW)).toEqual({ gradNorm: 0 });
    await trainer.close();
  });

  test("of a loss that looks at the scores are those of the coefficients it answers", async () => {
    const sequences = someSequences([20, 33]);
    const scored = await opened();
    const coefficientsOf: (TokenLoss & { kind: "scored" })["coefficientsOf"] = (scores) =>
      scores.map(({ logprobs, entropies }) =>
        logprobs.map((value, t) => Math.exp(value) + (entropies?.[t] ?? 0)),
      );
    const scores = await scored.gradients(sequences, { kind: "scored", coefficientsOf });
    const fixed = await opened();
    const again = await fixed.gradients(sequences, { kind: "fixed", coefficients: coefficientsOf(scores) });
    for (const [index, { logprobs }] of scores.entries()) expect(again[index]?.logprobs).toEqual(logprobs);
    await Promise.all([scored, fixed].map((trainer) => trainer.optimizerStep(ADAMW)));
    expect(scored.parameters()).toEqual(fixed.parameters());
    await scored.close();
    await fixed.close();
  });
});

describe("training", () => {
  const lines = [
    [1, 2, 3, 4, 5, 0],
    [6, 7, 8, 9, 10, 0],
    [11, 12, 1, 6, 2, 0],
  ].map((tokenIds) => ({ tokenIds }));

  test.each([
    ["in full", FULL, 0.3],
    // A small adapter cannot learn everything over random weights.
    ["of an adapter", LORA, 1.5],
  ])("%s learns three lines", async (_, method, reached) => {
    const trainer = await opened({ method });
    const losses: number[] = [];
    for (let step = 0; step < 100; step++)
      losses.push(await trainStep(trainer, lines, { learningRate: 0.05 }));
    expect(losses[0]).toBeGreaterThan(2.5);
    expect(losses.at(-1)).toBeLessThan(reached);
    expect(trainer.updates).toBe(100);
    await trainer.close();
  });

  test("of an adapter never changes the base weights", async () => {
    const parameters = livelyParameters(CONFIG, 5);
    const trainer = await opened({ method: LORA, parameters });
    for (let step = 0; step < 3; step++) await trainStep(trainer, lines);
    expect(parameters).toEqual(PARAMETERS);
    expect(trainer.parameters().get("model.norm.weight")).toEqual(PARAMETERS.get("model.norm.weight"));
    expect(trainer.parameterCount).toBe(2 * 2 * (24 + 16 + 16 + 24 + 3 * 20));
    await trainer.close();
  });

  test("of a fresh adapter begins at exactly the base model", async () => {
    const [full, lora] = [await opened(), await opened({ method: LORA })];
    expect(await lora.score(lines)).toEqual(await full.score(lines));
    await full.close();
    await lora.close();
  });

  test("continues with a given adapter, and refuses another rank than the adapter's", async () => {
    const first = await opened({ method: LORA });
    for (let step = 0; step < 3; step++) await trainStep(first, lines);
    const adapter = first.adapter();
    const second = await opened({ method: LORA, adapter });
    expect(await second.score(lines)).toEqual(await first.score(lines));
    const merged = await opened({ adapter });
    expectClose(
      (await merged.score(lines))[0]?.logprobs,
      (await first.score(lines))[0]?.logprobs ?? [],
      1e-5,
    );
    expect(merged.adapter()).toBeNull();
    await expect(opened({ method: { ...LORA, rank: 4 }, adapter })).rejects.toThrow(
      /has rank 2.*asks for rank 4/,
    );
    await expect(opened({ method: { ...LORA, targets: ["lm_head"] } })).rejects.toThrow("lm_head");
    await Promise.all([first, second, merged].map((trainer) => trainer.close()));
  });

  test("begins a fresh adapter with seed 3407", async () => {
    const trainer = await opened({ method: LORA });
    expect(trainer.adapter()).toEqual(initialAdapter(CONFIG, { ...LORA, targets: PROJECTIONS, seed: 3407 }));
    await trainer.close();
  });
});

describe("the same bits", () => {
  // Wide enough that the runtime shares its work among threads.
  const config = smallConfig({
    width: 64,
    heads: 4,
    kvHeads: 2,
    headWidth: 16,
    ffnWidth: 128,
    vocabSize: 256,
  });
  const parameters = initialParameters(config, 1);
  const sequences = someSequences([65, 129, 40, 30, 65, 65, 100, 90], config);
  const run = async (threads: number, method: TrainerSetup["method"]) => {
    const trainer = await opened({ config, parameters, threads, method });
    for (let step = 0; step < 4; step++) await trainStep(trainer, sequences);
    const weights = trainer.parameters();
    await trainer.close();
    return weights;
  };

  // The runtime shares products of some shapes among threads so that they are summed in another order; hence per number of threads.
  test.each([
    [1, FULL],
    [2, FULL],
    [1, LORA],
    [2, LORA],
  ])("come from two runs on %i threads, training $mode", async (threads, method) => {
    const once = await run(threads, method);
    expect(await run(threads, method)).toEqual(once);
    if (threads > 1) expectSameWeights(once, await run(1, method), 1e-4);
  });
});

test("the first log-probabilities of a model of seed 1 are known", async () => {
  const trainer = await opened({ parameters: initialParameters(CONFIG, 1) });
  const tokenIds = [1, 5, 2, 12, 5];
  const [scores] = await trainer.score([{ tokenIds }]);
  expectClose(scores?.logprobs, plainLogprobs(initialParameters(CONFIG, 1), CONFIG, tokenIds), 1e-6);
  expectClose(scores?.logprobs, GOLDEN_LOGPROBS, 1e-6);
  await trainer.close();
});

/** By the slow decoder, in float64. */
const GOLDEN_LOGPROBS = [0, -2.6873280421, -2.4281818694, -2.6731264733, -2.6887545436];

function opened(changes: Partial<TrainerSetup> = {}): Promise<OpenTrainer> {
  return createTrainer({
    config: CONFIG,
    parameters: PARAMETERS,
    adapter: null,
    method: FULL,
    threads: 1,
    tokenBudget: 2048,
    ...changes,
  });
}

function someSequences(lengths: readonly number[], config: DecoderConfig = CONFIG): Sequence[] {
  return lengths.map((length, index) => ({ tokenIds: someTokens(config, { length, seed: index }) }));
}

/** Cross-entropy over all tokens, divided by 100. */
function evenLoss(sequences: readonly Sequence[]): TokenLoss {
  return {
    kind: "fixed",
    coefficients: sequences.map(({ tokenIds }) => new Float32Array(tokenIds.length).fill(0.01)),
  };
}

/** Answers the mean cross-entropy before the step. */
async function trainStep(
  trainer: OpenTrainer,
  sequences: readonly Sequence[],
  settings: Partial<AdamWSettings> = {},
): Promise<number> {
  const scores = await trainer.gradients(sequences, evenLoss(sequences));
  await trainer.optimizerStep({ ...ADAMW, ...settings });
  const tokens = sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length - 1, 0);
  return (
    -scores.reduce((sum, { logprobs }) => sum + logprobs.reduce((total, value) => total + value, 0), 0) /
    tokens
  );
}

function expectSameWeights(found: Parameters, expected: Parameters, tolerance: number): void {
  expect([...found.keys()]).toEqual([...expected.keys()]);
  for (const [name, { data }] of found) expectClose(data, expected.get(name)?.data ?? [], tolerance);
}

function expectClose(found: Float32Array | undefined, expected: ArrayLike<number>, tolerance: number): void {
  expect(found?.length).toBe(expected.length);
  let worst = 0;
  for (const [i, value] of (found ?? []).entries())
    worst = Math.max(worst, Math.abs(value - (expected[i] ?? Number.NaN)));
  expect(worst).toBeLessThan(tolerance);
}
