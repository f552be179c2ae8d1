import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import type {
  AdamWSettings,
  Engine,
  PolicyFiles,
  SampleRequest,
  Sampler,
  SamplingSettings,
  Scorer,
  Sequence,
  SequenceScores,
  TokenLoss,
  Trainer,
  TrainingMethod,
} from "#lib/engine/port/port.ts";
import { aRequest } from "#lib/testing/data/sample-requests.ts";
import { type TinyModelOptions, writeTinyModel } from "./tiny-model.ts";

/** Sampler and trainer may compute in another order; float32 leaves this much between their log-probabilities. */
const CLOSE = 4;
const METHODS: readonly TrainingMethod[] = [
  { mode: "full" },
  { mode: "lora", rank: 4, alpha: 8, targets: ["q_proj", "v_proj", "down_proj"] },
];

/** Registers the tests of what every engine promises, on a small model of random weights. */
export function portGuarantees(engine: Engine, family: TinyModelOptions["family"] = "qwen3"): void {
  const place = temporaryPolicy(family);
  describe("as a sampler", () => samplerGuarantees(engine, place));
  describe("as a scorer", () => scorerGuarantees(engine, place));
  for (const method of METHODS)
    describe(`as a trainer, mode ${method.mode}`, () => {
      const open = () => engine.openTrainer(place.policy, { method });
      gradientGuarantees(open);
      fileGuarantees({ engine, place, method, open });
    });
}

type PlaceForPolicy = { readonly policy: PolicyFiles; folder(name: string): string };

function temporaryPolicy(family: TinyModelOptions["family"]): PlaceForPolicy {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), "spindle-port-"));
    await writeTinyModel(path.join(root, "model"), { family });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return {
    get policy() {
      return { modelFolder: path.join(root, "model"), adapterFolder: null };
    },
    folder: (name) => path.join(root, name),
  };
}

function samplerGuarantees(engine: Engine, place: PlaceForPolicy): void {
  let sampler: Sampler;
  beforeAll(async () => {
    sampler = await engine.openSampler(place.policy, { slots: 4 });
  });
  afterAll(() => sampler.close());

  test("gives each token with the log-probability that a trainer of the same weights gives it", async () => {
    const promptTokenIds = [5, 9, 13];
    const tokens = await all(sampler, { promptTokenIds, settings: { temperature: 1.3, topK: 20 } });
    const trainer = await engine.openTrainer(place.policy, { method: { mode: "full" } });
    const tokenIds = [...promptTokenIds, ...tokens.map(({ id }) => id)];
    const [scores] = await trainer.score([{ tokenIds }]);
    for (const [index, { logprob }] of tokens.entries())
      expect(logprob).toBeCloseTo(scores?.logprobs[promptTokenIds.length + index] ?? Number.NaN, CLOSE);
    await trainer.close();
  });

  test("the same seed gives the same tokens, alone and beside others", async () => {
    const ask = (seed: number) => ids(sampler, { settings: { seed } });
    const alone = await ask(7);
    const [together] = await Promise.all([ask(7), ask(8), ask(9), ask(10), ask(11)]);
    expect(together).toEqual(alone);
    expect(await ask(8)).not.toEqual(alone);
  });

  test("a stop token ends the completion and is its last token", async () => {
    const free = await ids(sampler, { settings: { temperature: 0 } });
    const stop = free[3] ?? -1;
    const stopped = await ids(sampler, { settings: { temperature: 0, stopTokenIds: [stop] } });
    expect(stopped).toEqual(free.slice(0, free.indexOf(stop) + 1));
  });

  test("a bias, a filter and a constraint hold", async () => {
    const forced = await ids(sampler, { settings: { maxTokens: 4, logitBias: new Map([[42, 1000]]) } });
    expect(forced).toEqual([42, 42, 42, 42]);
    const greedy = await ids(sampler, { settings: { temperature: 0, maxTokens: 6 } });
    expect(await ids(sampler, { settings: { topK: 1, maxTokens: 6 } })).toEqual(greedy);
    const even = { allows: (id: number) => id % 2 === 0, accept: () => undefined };
    const narrowed = await ids(sampler, { constraint: even });
    expect(narrowed.every((id) => id % 2 === 0)).toBe(true);
  });

  test("a prompt that fills the context is refused before anything is computed", () => {
    const promptTokenIds = Array.from({ length: sampler.contextLength }, () => 5);
    expect(() => sampler.sample(request({ promptTokenIds }))).toThrow(ContextTooLong);
    expect(sampler.load()).toEqual({ active: 0, waiting: 0 });
  });

  test("an aborted completion frees its place", async () => {
    const stop = new AbortController();
    const asked = all(sampler, { signal: stop.signal, settings: { maxTokens: 1000 } });
    stop.abort(new Error("gone"));
    await expect(asked).rejects.toThrow("gone");
    expect(await ids(sampler, { settings: { maxTokens: 2 } })).toHaveLength(2);
    expect(sampler.load()).toEqual({ active: 0, waiting: 0 });
  });
}

function scorerGuarantees(engine: Engine, place: PlaceForPolicy): void {
  let scorer: Scorer;
  beforeAll(async () => {
    scorer = await engine.openScorer(place.policy, { tokenBudget: 64 });
  });
  afterAll(() => scorer.close());

  test("gives what a trainer of the same weights gives, ranked or not", async () => {
    const trainer = await engine.openTrainer(place.policy, { method: { mode: "full" } });
    const expected = await trainer.score(SEQUENCES);
    await trainer.close();
    for (const found of [await scorer.score(SEQUENCES), await scorer.score(SEQUENCES, { topLogprobs: 3 })])
      expectClose(found, expected);
  });

  test("gives each sampled token the log-probability that it was sampled with, and its rank among the others", async () => {
    const sampler = await engine.openSampler(place.policy);
    const promptTokenIds = [5, 9, 13];
    const tokens = await all(sampler, { promptTokenIds, settings: { topLogprobs: 20 } });
    await sampler.close();
    const tokenIds = [...promptTokenIds, ...tokens.map(({ id }) => id)];
    const [scores] = await scorer.score([{ tokenIds }], { topLogprobs: 20 });
    for (const [index, { id, logprob, top }] of tokens.entries()) {
      const at = promptTokenIds.length + index;
      expect(scores?.logprobs[at]).toBeCloseTo(logprob, CLOSE);
      const ranked = scores?.ranking?.[at];
      expect(ranked?.top.map(([other]) => other)).toEqual(top.map(([other]) => other));
      const rank = top.findIndex(([other]) => other === id) + 1;
      if (rank > 0) expect(ranked?.rank).toBe(rank);
      else expect(ranked?.rank).toBeGreaterThan(20);
    }
  });

  test("takes its turn for each run, and ends between two where nobody waits any more", async () => {
    const left = new AbortController();
    let runs = 0;
    const inTurn = async <T>(run: () => Promise<T>) => {
      runs += 1;
      if (runs === 2) left.abort(new Error("gone"));
      return run();
    };
    const many = Array.from({ length: 8 }, () => ({ tokenIds: Array.from({ length: 60 }, () => 7) }));
    await expect(scorer.score(many, { inTurn, signal: left.signal })).rejects.toThrow("gone");
    expect(runs).toBe(2);
  });

  test("refuses what is too long and tokens that do not exist", async () => {
    const tooLong = { tokenIds: Array.from({ length: scorer.contextLength + 1 }, () => 5) };
    await expect(scorer.score([tooLong])).rejects.toThrow(RangeError);
    await expect(scorer.score([{ tokenIds: [1, scorer.vocabSize] }])).rejects.toThrow(RangeError);
  });
}

function expectClose(found: readonly SequenceScores[], expected: readonly SequenceScores[]): void {
  expect(found).toHaveLength(expected.length);
  for (const [index, { logprobs, entropies }] of expected.entries())
    for (const [token, logprob] of logprobs.entries()) {
      expect(found[index]?.logprobs[token]).toBeCloseTo(logprob, CLOSE);
      expect(found[index]?.entropies?.[token]).toBeCloseTo(entropies?.[token] ?? Number.NaN, CLOSE);
    }
}

type OpenTrainer = () => Promise<Trainer>;

function gradientGuarantees(open: OpenTrainer): void {
  test("scores have a number for each token, 0 for the first, and entropies within their bounds", async () => {
    const trainer = await open();
    for (const [index, { logprobs, entropies }] of (await trainer.score(SEQUENCES)).entries()) {
      expect(logprobs).toHaveLength(SEQUENCES[index]?.tokenIds.length ?? -1);
      expect(logprobs[0]).toBe(0);
      expect(logprobs.every((value) => value <= 0)).toBe(true);
      expect(entropies?.every((value) => value >= 0 && value <= Math.log(trainer.vocabSize) + 1e-4)).toBe(
        true,
      );
    }
    await trainer.close();
  });

  test("a step along the gradient makes what has a positive coefficient likelier", async () => {
    const trainer = await open();
    const before = total(await trainer.score(SEQUENCES));
    for (let update = 0; update < 3; update++) {
      await trainer.gradients(SEQUENCES, even(1));
      await trainer.optimizerStep(ADAMW);
    }
    expect(total(await trainer.score(SEQUENCES))).toBeGreaterThan(before + 1);
    expect(trainer.updates).toBe(3);
    await trainer.close();
  });

  test("gradients add up, over calls and with their coefficients", async () => {
    const norm = async (calls: readonly (readonly [readonly Sequence[], TokenLoss])[]) => {
      const trainer = await open();
      for (const [sequences, loss] of calls) await trainer.gradients(sequences, loss);
      const { gradNorm } = await trainer.optimizerStep(ADAMW);
      await trainer.close();
      return gradNorm;
    };
    const [first = NOTHING, ...rest] = SEQUENCES;
    const once = await norm([[SEQUENCES, even(1)]]);
    expect(once).toBeGreaterThan(0);
    expect(
      (await norm([
        [[first], even(1, [first])],
        [rest, even(1, rest)],
      ])) / once,
    ).toBeCloseTo(1, CLOSE);
    expect((await norm([[SEQUENCES, even(2)]])) / once).toBeCloseTo(2, CLOSE);
  });

  test("a loss that asks for the scores is handed those of the present weights", async () => {
    const trainer = await open();
    const expected = await trainer.score(SEQUENCES);
    let handed: readonly SequenceScores[] = [];
    await trainer.gradients(SEQUENCES, {
      kind: "scored",
      coefficientsOf: (scores) => {
        handed = scores;
        return scores.map(({ logprobs }) => logprobs.map(() => 1));
      },
    });
    expect(handed.map(({ logprobs }) => logprobs)).toEqual(expected.map(({ logprobs }) => logprobs));
    await trainer.close();
  });

  test("a gradient that is not a number is reported and changes nothing", async () => {
    const trainer = await open();
    const before = await trainer.score(SEQUENCES);
    await trainer.gradients(SEQUENCES, even(Number.NaN));
    const { gradNorm } = await trainer.optimizerStep(ADAMW);
    expect(Number.isFinite(gradNorm)).toBe(false);
    expect(trainer.updates).toBe(0);
    expect(await trainer.score(SEQUENCES)).toEqual(before);
    await trainer.close();
  });
}

type Kept = { engine: Engine; place: PlaceForPolicy; method: TrainingMethod; open: OpenTrainer };

function fileGuarantees({ engine, place, method, open }: Kept): void {
  test("training resumes from a snapshot to the same bits, and a damaged one is refused", async () => {
    const trainer = await open();
    await train(trainer, 2);
    const snapshot = place.folder(`snapshot-${method.mode}`);
    await trainer.snapshot(snapshot);
    await train(trainer, 2);
    const straight = await trainer.score(SEQUENCES);
    const other = await open();
    await other.restore(snapshot);
    expect(other.updates).toBe(2);
    await train(other, 2);
    expect(await other.score(SEQUENCES)).toEqual(straight);
    const [file = ""] = (await readdir(snapshot)).filter((name) => name.endsWith(".safetensors"));
    await writeFile(path.join(snapshot, file), "damaged");
    await expect(other.restore(snapshot)).rejects.toThrow();
    await Promise.all([trainer.close(), other.close()]);
  });

  test("what it exports says the same, to a trainer and to a sampler, and the reference stays", async () => {
    const trainer = await open();
    const reference = await trainer.scoreReference(SEQUENCES);
    await train(trainer, 3);
    const folder = place.folder(`export-${method.mode}`);
    await trainer.exportPolicy(folder);
    const exported: PolicyFiles =
      method.mode === "full"
        ? { modelFolder: folder, adapterFolder: null }
        : { modelFolder: place.policy.modelFolder, adapterFolder: folder };
    const again = await engine.openTrainer(exported, { method });
    const [mine, theirs] = [await trainer.score(SEQUENCES), await again.score(SEQUENCES)];
    for (const [index, { logprobs }] of mine.entries())
      for (const [token, logprob] of logprobs.entries())
        expect(theirs[index]?.logprobs[token]).toBeCloseTo(logprob, CLOSE);
    expect(await trainer.scoreReference(SEQUENCES)).toEqual(reference);
    const greedy = { settings: { temperature: 0 } };
    const [live, served] = [await trainer.openSampler(), await engine.openSampler(exported)];
    expect(await ids(live, greedy)).toEqual(await ids(served, greedy));
    await Promise.all([live.close(), served.close(), trainer.close(), again.close()]);
  });
}

const NOTHING: Sequence = { tokenIds: [] };
const SEQUENCES: readonly Sequence[] = [
  { tokenIds: [5, 17, 33, 17, 90, 2] },
  { tokenIds: [8, 21, 55] },
  { tokenIds: Array.from({ length: 80 }, (_, place) => 5 + ((place * 7) % 40)) },
];

const ADAMW: AdamWSettings = {
  learningRate: 3e-3,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.01,
  maxGradNorm: 1,
};

function even(coefficient: number, sequences: readonly Sequence[] = SEQUENCES): TokenLoss {
  const coefficients = sequences.map(({ tokenIds }) => new Float32Array(tokenIds.length).fill(coefficient));
  return { kind: "fixed", coefficients };
}

async function train(trainer: Trainer, updates: number): Promise<void> {
  for (let update = 0; update < updates; update++) {
    await trainer.gradients(SEQUENCES, even(0.1));
    await trainer.optimizerStep(ADAMW);
  }
}

function total(scores: readonly SequenceScores[]): number {
  return scores.reduce((sum, { logprobs }) => logprobs.reduce((part, value) => part + value, sum), 0);
}

type Asked = Partial<Omit<SampleRequest, "settings">> & { settings?: Partial<SamplingSettings> };

function request({ settings, ...asked }: Asked): SampleRequest {
  return aRequest([5, 9, 13], { maxTokens: 12, ...settings }, asked);
}

function all(sampler: Sampler, asked: Asked) {
  return Array.fromAsync(sampler.sample(request(asked)));
}

async function ids(sampler: Sampler, asked: Asked): Promise<number[]> {
  return (await all(sampler, asked)).map(({ id }) => id);
}
