import { beforeAll, describe, expect, test } from "vitest";
import type { SftConfig } from "#lib/contract/training/training-config.ts";
import { openTrainer } from "#lib/engine/embedded/train/open-trainer.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { recordingTrainer, ruleOfPresent } from "#lib/testing/engines/recording-trainer.ts";
import { tinyFormat, withTinyModel } from "#lib/testing/engines/tiny-format.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { readSftRow } from "#lib/training/trajectories/render-row.ts";
import { planSft } from "./plan-sft.ts";
import { sftSettings } from "./sft-settings.ts";

let format: ChatFormat;
beforeAll(async () => {
  format = await tinyFormat();
});

describe("batches", () => {
  test("are two rows in file order where the config says nothing, each one optimiser step", async () => {
    const plan = await planned({ replies: ["a", "b", "c"] });
    const trainer = recordingTrainer();
    for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
    expect(trainer.steps.map(({ sequences }) => sequences.map(spoken))).toEqual([["a", "b"], ["c"]]);
    expect(trainer.steps[0]?.settings).toEqual({
      learningRate: 5e-5,
      beta1: 0.9,
      beta2: 0.999,
      epsilon: 1e-8,
      weightDecay: 0,
      maxGradNorm: 1,
    });
  });

  test("take their rates from the list by number and hold the last one", async () => {
    const config = { batchSize: 1, learningRate: [3e-4, 2e-4] };
    expect(await ratesOf({ replies: ["a", "b", "c", "d"], config })).toEqual([3e-4, 2e-4, 2e-4, 2e-4]);
    expect(await ratesOf({ replies: ["a", "b"], config: { batchSize: "auto", learningRate: 1e-3 } })).toEqual(
      [1e-3],
    );
  });

  test("a row beyond the context is dropped and counted, and moves no other row or rate", async () => {
    const config = { batchSize: 1, learningRate: [1e-4, 2e-4, 3e-4] };
    const given = { replies: ["a", "long ".repeat(100), "c"], config };
    const plan = await planned(given);
    expect(plan.totalSteps).toBe(2);
    expect(plan.facts).toMatchObject({ num_rows: 3, num_dropped_rows: 1 });
    expect(await ratesOf(given)).toEqual([1e-4, 3e-4]);
  });
});

describe("epochs", () => {
  test("repeat the rows in file order, and the list of rates runs on through all of them", async () => {
    expect(await spokenBy({ nEpochs: 2 }, ["a", "b", "c"])).toEqual([["a", "b"], ["c"], ["a", "b"], ["c"]]);
    const config = { batchSize: 2, nEpochs: 2, learningRate: [4e-4, 3e-4, 2e-4] };
    expect(await ratesOf({ replies: ["a", "b", "c"], config })).toEqual([4e-4, 3e-4, 2e-4, 2e-4]);
  });

  test("are each in an order of their own where rows are shuffled, which the seed alone decides", async () => {
    const replies = Array.from({ length: 10 }, (_, at) => `reply ${at}`);
    const shuffle = (seed: number) => spokenBy({ nEpochs: 2, shuffle: true, seed, batchSize: 5 }, replies);
    const [first, again, other] = [await shuffle(1), await shuffle(1), await shuffle(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    const [one, two] = [first.slice(0, 2).flat(), first.slice(2).flat()];
    expect(one).not.toEqual(two);
    for (const epoch of [one, two]) expect(epoch.toSorted()).toEqual(replies.toSorted());
    const dropped = [...replies.slice(0, 5), "long ".repeat(100), ...replies.slice(5)];
    expect(await spokenBy({ shuffle: true, batchSize: 5 }, dropped)).toHaveLength(2);
  });

  test("share one schedule of the rate", async () => {
    const config: SftConfig = {
      batchSize: 1,
      nEpochs: 2,
      learningRate: 1e-3,
      lrSchedule: "linear",
      warmupRatio: 0.5,
    };
    expect(await ratesOf({ replies: ["a", "b"], config })).toEqual([5e-4, 1e-3, 1e-3, 5e-4]);
  });
});

describe("rows that are held out", () => {
  test("are measured every tenth of the job and at its end, as often as was asked for, or never", async () => {
    const measuredAt = async (config: SftConfig, heldOut = ["no"]) => {
      const plan = await planned({
        replies: Array(21).fill("yes"),
        config: { batchSize: 1, ...config },
        heldOut,
      });
      const trainer = recordingTrainer();
      const steps = Array.from({ length: plan.totalSteps }, (_, at) => at + 1);
      const found: number[] = [];
      for (const step of steps) if ("validation_loss" in (await plan.step(trainer, step))) found.push(step);
      return found;
    };
    expect(await measuredAt({})).toEqual([3, 6, 9, 12, 15, 18, 21]);
    expect(await measuredAt({ validationEvery: 8 })).toEqual([8, 16, 21]);
    expect(await measuredAt({ validationEvery: 0 })).toEqual([]);
    expect(await measuredAt({}, [])).toEqual([]);
  });

  test("are measured as the rows that are trained on, and at most 256 of them", async () => {
    const plan = await planned({ replies: ["no"], heldOut: Array(300).fill("no") });
    const { loss, validation_loss: heldOut } = await plan.step(recordingTrainer(), 1);
    expect(heldOut).toBeCloseTo(loss ?? 0, 12);
    expect(plan.facts.num_validation_rows).toBe(256);
    const best = planned({ replies: ["no"], heldOut: ["long ".repeat(100)], config: { keep: "best" } });
    await expect(best).rejects.toThrow("none of the 1 validation rows can be measured");
  });
});

test("the gradient asked for is that of the mean cross-entropy over the batch's trained tokens", async () => {
  const plan = await planned({ replies: ["no", "yes maybe"] });
  const trainer = recordingTrainer();
  const metrics = await plan.step(trainer, 1);
  const [step] = trainer.steps;
  const trained = step?.sequences.map(({ tokenIds }) => {
    const prompt =
      tokenIds.indexOf(format.tokenizer.encode("assistant\n")[0] ?? -1) +
      format.tokenizer.encode("assistant\n").length;
    return tokenIds.map((_, t) => t >= prompt);
  });
  const count = trained?.flat().filter(Boolean).length ?? 0;
  let loss = 0;
  for (const [s, { tokenIds }] of step?.sequences.entries() ?? [])
    for (const [t, id] of tokenIds.entries()) {
      const isTrained = trained?.[s]?.[t] === true;
      expect(step?.coefficients[s]?.[t]).toBe(isTrained ? Math.fround(1 / count) : 0);
      if (isTrained) loss -= ruleOfPresent(tokenIds[t - 1] ?? 0, id) / count;
    }
  expect(metrics.loss).toBeCloseTo(loss, 6);
  expect(metrics).toMatchObject({
    learning_rate: 5e-5,
    grad_norm: 0.5,
    num_trajectories: 2,
    num_tokens: step?.sequences.flatMap(({ tokenIds }) => tokenIds).length,
    num_trainable_tokens: count,
    gradient_step: 1,
  });
});

test("a row of half the weight pulls half as much at each of its tokens; what is no weight counts as one", async () => {
  const plan = await planned({
    replies: ["no", "no", "no"],
    config: { batchSize: 3 },
    weights: [1, 0.5, "heavy"],
  });
  const trainer = recordingTrainer();
  await plan.step(trainer, 1);
  const [step] = trainer.steps;
  const pulls = step?.coefficients.map((ofRow) => Math.max(...ofRow)) ?? [];
  const tokens = step?.coefficients[0]?.filter((one) => one > 0).length ?? 0;
  expect(pulls).toEqual([1, 0.5, 1].map((weight) => Math.fround(weight / (2.5 * tokens))));
});

test("some prompts of the file are sampled during training", async () => {
  const plan = await planned({ replies: ["a", "b", "c", "d"] });
  expect(plan.samplePrompts).toEqual([format.promptTokens([QUESTION])]);
  expect(plan.groups).toEqual([]);
});

test.each([
  [[], "has no rows"],
  [["long ".repeat(100)], "longer than the model's context of 256 tokens"],
])("data without anything to learn is refused with the reason", async (replies, words) => {
  const refusal = planned({ replies });
  await expect(refusal).rejects.toThrow(Rejected);
  await expect(refusal).rejects.toThrow(words);
});

test("a loss that is no number stops the job before the update", async () => {
  const plan = await planned({ replies: ["a"] });
  const trainer = recordingTrainer({ logprobOf: () => Number.NaN });
  await expect(plan.step(trainer, 1)).rejects.toThrow(TrainingDiverged);
  await expect(plan.step(trainer, 1)).rejects.toThrow("loss is NaN at step 1");
  expect(trainer.steps).toEqual([]);
});

test("a gradient that is no number stops the job", async () => {
  const plan = await planned({ replies: ["a"] });
  await expect(plan.step(recordingTrainer({ gradNorm: Infinity }), 1)).rejects.toThrow(
    "grad_norm is Infinity",
  );
});

test("on the embedded engine, imitation lowers the loss of a three-line corpus", async () => {
  const config: SftConfig = { batchSize: 3, learningRate: 1e-2 };
  const replies = Array.from({ length: 40 }, () => ["yes", "no, two", "maybe three"]).flat();
  const plan = await planned({ replies, config });
  const losses = await withTinyModel(async (modelFolder) => {
    const trainer = await openTrainer(
      { modelFolder, adapterFolder: null },
      { method: { mode: "full" }, threads: 1 },
    );
    const seen: number[] = [];
    for (let number = 1; number <= plan.totalSteps; number++)
      seen.push((await plan.step(trainer, number)).loss ?? Number.NaN);
    await trainer.close();
    return seen;
  });
  expect(losses).toHaveLength(40);
  expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 3);
});

const QUESTION = { role: "user", content: "well" };

type Given = { replies: string[]; config?: SftConfig; weights?: unknown[]; heldOut?: string[] };

function planned({ replies, config = {}, weights = [], heldOut = [] }: Given) {
  const rows = replies.map((content, index) => {
    const messages = [QUESTION, { role: "assistant", content }];
    return readSftRow({ messages, weight: weights[index] }, index + 1);
  });
  const validationRows = heldOut.map((content, index) =>
    readSftRow({ messages: [QUESTION, { role: "assistant", content }] }, index + 1),
  );
  const settings = sftSettings(config, { isDataset: false });
  return planSft({ rows, validationRows, settings, format, contextLength: 256 });
}

/** What is said in each step of a plan. */
async function spokenBy(config: SftConfig, replies: string[]): Promise<(string | undefined)[][]> {
  const plan = await planned({ replies, config });
  const trainer = recordingTrainer();
  for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
  return trainer.steps.map(({ sequences }) => sequences.map(spoken));
}

async function ratesOf(given: Parameters<typeof planned>[0]): Promise<number[]> {
  const plan = await planned(given);
  const trainer = recordingTrainer();
  for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
  return trainer.steps.map(({ settings }) => settings.learningRate);
}

/** What the assistant says in a sequence of these tests. */
function spoken({ tokenIds }: { tokenIds: readonly number[] }): string | undefined {
  return /assistant\n(.*)<\|im_end\|>$/.exec(format.tokenizer.decode(tokenIds))?.[1];
}
