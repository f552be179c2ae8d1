import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PREFERENCE_LOSSES, type PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type { Trainer } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { linearEngine } from "#lib/testing/engines/linear-engine.ts";
import { recordingTrainer } from "#lib/testing/engines/recording-trainer.ts";
import { tinyFormat } from "#lib/testing/engines/tiny-format.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { planOfExamples, planPreference } from "./plan-preference.ts";
import type { PreferenceExample } from "./preference-example.ts";
import { readPreferenceRow } from "./preference-row.ts";
import { preferenceSettings } from "./preference-settings.ts";

let format: ChatFormat;
let folder: string;
beforeAll(async () => {
  format = await tinyFormat();
  folder = await mkdtemp(path.join(tmpdir(), "spindle-preference-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("with the words of a model", () => {
  test("each batch takes one step on both sides of its pairs, whose weights have mean 1", async () => {
    const rows = [aPair("a", "b", { weight: 1 }), aPair("c", "d", { weight: 3 })];
    const plan = await planned(rows, { batchSize: 2, anchor: 0 });
    const trainer = recordingTrainer();
    await plan.prepare(trainer);
    const metrics = await plan.step(trainer, 1);
    const [step] = trainer.steps;
    const spoken = (step?.sequences ?? []).map(({ tokenIds }) => format.tokenizer.decode([...tokenIds]));
    expect(spoken.map((text) => text.trim().slice(-11)).toSorted()).toEqual([
      "a<|im_end|>",
      "b<|im_end|>",
      "c<|im_end|>",
      "d<|im_end|>",
    ]);
    // At the reference the margin is 0, so each pair pushes with β/2 of its share.
    const pushOf = (reply: string) =>
      step?.coefficients[spoken.findIndex((text) => text.includes(`${reply}<`))]?.find((c) => c !== 0);
    expect(pushOf("a")).toBeCloseTo((0.1 / 2) * 0.25, 8);
    expect(pushOf("b")).toBeCloseTo((-0.1 / 2) * 0.25, 8);
    expect(pushOf("c")).toBeCloseTo((0.1 / 2) * 0.75, 8);
    expect(metrics).toMatchObject({
      loss: Math.log(2),
      reward_chosen: 0,
      reward_margin: 0,
      preference_accuracy: 0,
      chosen_logprob_change: 0,
      grad_norm: 0.5,
      num_trajectories: 4,
      gradient_step: 1,
    });
    expect(step?.settings).toMatchObject({ learningRate: 5e-5, weightDecay: 0, maxGradNorm: 1 });
  });

  test("what the reference says is asked once, of the start, and not at all for losses that compare with none", async () => {
    for (const [loss, asked] of [
      ["dpo", ["score", "score"]],
      ["simpo", ["score"]],
    ] as const) {
      const trainer = recordingTrainer();
      const plan = await planned([aPair("a", "b"), aPair("c", "d")], { loss, batchSize: 1, nEpochs: 2 });
      await plan.prepare(trainer);
      for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
      expect(plan.totalSteps).toBe(4);
      // One of them reads whether the model lives.
      expect(trainer.asked).toEqual(asked);
    }
  });

  test("another checkpoint is the reference where one is named", async () => {
    const plan = await planned([aPair("a", "b")], { referenceStep: 2 }, { startStep: 5 });
    const trainer = recordingTrainer();
    await plan.prepare(trainer);
    expect(asksOfCheckpoints).toEqual([2]);
    // It says −1 of every token; the trainer's own rule says something else.
    expect((await plan.step(trainer, 1)).chosen_logprob_change).not.toBe(0);
  });

  test("each epoch sees every row once, in an order of its own that the seed decides", async () => {
    const rows = Array.from("abcdefgh", (name) => aPair(name, `not ${name}`));
    const order = async (seed: number) => {
      const plan = await planned(rows, { batchSize: 1, nEpochs: 2, seed, loss: "simpo" });
      const trainer = recordingTrainer();
      for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
      return trainer.steps.map(({ sequences: [one] }) => one?.tokenIds.join());
    };
    const [one, again, other] = [await order(1), await order(1), await order(2)];
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    const [first, second] = [one.slice(0, 8), one.slice(8)];
    expect(first).not.toEqual(second);
    expect(new Set(first)).toEqual(new Set(second));
    expect(new Set(first).size).toBe(8);
  });

  test("a pair of which one side is too long is left out and counted; nothing left is refused", async () => {
    const long = aPair("a", "long ".repeat(100));
    const plan = await planned([long, aPair("a", "b")], {});
    expect(plan.facts).toMatchObject({ num_rows: 2, num_dropped_rows: 1 });
    expect(plan.totalSteps).toBe(1);
    await expect(planned([long], {})).rejects.toThrow(/None of the 1 rows .* longer than .* 256 tokens/);
    await expect(planned([], {})).rejects.toThrow(/no rows/);
    await expect(planned([aPair("a", "b", { weight: 0 })], {})).rejects.toThrow(/has the weight 0/);
  });

  test("rows that a loss cannot learn from are refused with the loss that can; a pair is a good and a bad reply as well", async () => {
    const rated = { prompt: "p", completion: "a", label: true };
    await expect(planned([aPair("a", "b"), rated], {})).rejects.toThrow(/line 2 .* dpo cannot.* to kto/);
    await expect(planned([aPair("a", "b")], { loss: "rwr" })).rejects.toThrow(/rwr cannot.* dpo/);
    const plan = await planned([aPair("a", "b"), aPair("c", "d")], { loss: "kto", batchSize: 4 });
    const trainer = recordingTrainer();
    await plan.prepare(trainer);
    const metrics = await plan.step(trainer, 1);
    expect(metrics).toMatchObject({ loss: 0.5, reference_point: 0, num_trajectories: 4 });
    const pushes = trainer.steps[0]?.coefficients.map((each) => Math.sign(each.find((c) => c !== 0) ?? 0));
    expect(pushes?.toSorted()).toEqual([-1, -1, 1, 1]);
  });

  test("a reply with a greater reward than the others to its prompt is imitated more", async () => {
    const trajectory = (content: string, reward: number) => ({
      messages_and_choices: [
        { role: "user", content: "p" },
        { role: "assistant", content },
      ],
      reward,
    });
    const row = { trajectories: [trajectory("a", 0), trajectory("b", 1)] };
    const plan = await planned([row], { loss: "rwr", temperature: 0.5 });
    const trainer = recordingTrainer();
    await plan.step(trainer, 1);
    const [low, high] = (trainer.steps[0]?.coefficients ?? []).map((each) => each.find((c) => c !== 0) ?? 0);
    expect((high ?? 0) / (low ?? 0)).toBeCloseTo(Math.exp(2), 4);
  });

  test("held-out pairs are measured every so many steps and after the last one, and the rate follows its schedule", async () => {
    const config = {
      batchSize: 1,
      nEpochs: 5,
      validationEvery: 2,
      keep: "best",
      lrSchedule: "linear",
    } as const;
    const plan = await planned([aPair("a", "b")], config, { heldOut: [aPair("c", "d"), aPair("e", "f")] });
    expect(plan).toMatchObject({ keep: "best", facts: { num_rows: 1, num_validation_rows: 2 } });
    const trainer = recordingTrainer();
    await plan.prepare(trainer);
    const each = [];
    for (let number = 1; number <= plan.totalSteps; number++) each.push(await plan.step(trainer, number));
    expect(each.map((metrics) => metrics.validation_loss !== undefined)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(each[1]).toMatchObject({ validation_accuracy: 0, validation_margin: 0 });
    expect(each[1]?.validation_loss).toBeGreaterThan(Math.log(2));
    expect(each.map(({ learning_rate }) => learning_rate)).toEqual(
      [5e-5, 4e-5, 3e-5, 2e-5, 1e-5].map((r) => expect.closeTo(r, 12)),
    );
    expect((await planned([aPair("a", "b")], { keep: "last" })).keep).toBe("last");
  });

  test("a loss that is no number any more stops before the update", async () => {
    const plan = await planned([aPair("a", "b")], { loss: "simpo" });
    const trainer = recordingTrainer({ logprobOf: () => Number.NaN });
    await expect(plan.step(trainer, 1)).rejects.toThrow(TrainingDiverged);
    expect(trainer.steps).toEqual([]);
  });
});

describe("on the linear engine", () => {
  test.each(PREFERENCE_LOSSES)("%s learns what was preferred", async (loss) => {
    const { plan, trainer } = await linear({ loss });
    const marginOf = ({ chosen_logprob: chosen = 0, rejected_logprob: rejected = 0 }: Metrics) =>
      chosen - rejected;
    const first = await plan.step(trainer, 1);
    let last = first;
    for (let number = 2; number <= plan.totalSteps; number++) last = await plan.step(trainer, number);
    expect(marginOf(last)).toBeGreaterThan(marginOf(first) + 0.2);
    expect(last.loss).toBeLessThan(first.loss ?? 0);
    // Imitation of what was rewarded compares no two replies.
    if (loss !== "rwr") expect(last.preference_accuracy).toBeGreaterThanOrEqual(0.95);
  });

  test.each(PREFERENCE_LOSSES)("%s continues from a snapshot to the same bits", async (loss) => {
    const undisturbed = await linear({ loss });
    for (let number = 1; number <= undisturbed.plan.totalSteps; number++)
      await undisturbed.plan.step(undisturbed.trainer, number);
    const before = await linear({ loss });
    const stoppedAt = 13;
    for (let number = 1; number <= stoppedAt; number++) await before.plan.step(before.trainer, number);
    const snapshot = path.join(folder, `${loss}-snapshot`);
    await before.trainer.snapshot(snapshot);

    const after = await linear({ loss });
    await after.trainer.restore(snapshot);
    for (let number = stoppedAt + 1; number <= after.plan.totalSteps; number++)
      await after.plan.step(after.trainer, number);
    expect(await logprobs(after.trainer)).toEqual(await logprobs(undisturbed.trainer));
    expect(await logprobs(after.trainer)).not.toEqual(await logprobs(before.trainer));
  });
});

type Metrics = Readonly<Record<string, number>>;
type Given = Parameters<typeof readPreferenceRow>[0];

function aPair(chosen: string, rejected: string, more: object = {}): Given {
  return { prompt: `say ${chosen}`, chosen, rejected, ...more };
}

const asksOfCheckpoints: number[] = [];

async function planned(
  rows: readonly Given[],
  config: PreferenceConfig,
  { startStep = 0, heldOut = [] as readonly Given[] } = {},
) {
  asksOfCheckpoints.length = 0;
  return planPreference({
    rows: rows.map((row, at) => readPreferenceRow(row, at + 1)),
    validationRows: heldOut.map((row, at) => readPreferenceRow(row, at + 1)),
    config,
    format,
    contextLength: 256,
    startStep,
    scoreCheckpoint: async (step, sequences) => {
      asksOfCheckpoints.push(step);
      return sequences.map(({ tokenIds }) => ({
        logprobs: new Float32Array(tokenIds.length).fill(-1),
        entropies: null,
      }));
    },
  });
}

/** Replies of the tokens 1 to 4 were preferred to those of 6 to 9, after a prompt of 0 and 5. */
async function linear(config: PreferenceConfig) {
  const settings = preferenceSettings({ learningRate: 1, batchSize: 4, nEpochs: 30, ...config });
  const plan = planOfExamples(
    Array.from({ length: 12 }, (_, n) => anExample(n, settings.loss)),
    {
      settings,
      contextLength: 64,
      scoreReference: (trainer, sequences) => trainer.score(sequences),
    },
  );
  const trainer = await linearEngine.openTrainer(
    { modelFolder: "none", adapterFolder: null },
    { method: { mode: "full" } },
  );
  await plan.prepare(trainer);
  return { plan, trainer };
}

function anExample(n: number, loss: string): PreferenceExample {
  const reply = (...tokens: number[]) => {
    const tokenIds = [0, 5, ...tokens];
    return { tokenIds, positions: tokens.map((_, t) => t + 2), oldLogprobs: [] };
  };
  const [chosen, rejected] = [reply(1 + (n % 4), 1 + ((n + 1) % 4)), reply(6 + (n % 4))];
  const weight = 1 + (n % 3);
  if (loss === "kto") {
    const isGood = n % 2 === 0;
    return { kind: "rated", weight, isGood, reply: isGood ? chosen : rejected, mismatched: reply(2, 7) };
  }
  if (loss !== "rwr") return { kind: "pair", weight, chosen, rejected, strength: n % 2 === 0 ? 1 : 2 };
  const replies = [
    { sequence: chosen, reward: 1 },
    { sequence: rejected, reward: 0 },
  ];
  return { kind: "rewarded", weight, replies, baseline: 0.5 };
}

async function logprobs(trainer: Trainer) {
  return (await trainer.score([{ tokenIds: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }]))[0]?.logprobs;
}
