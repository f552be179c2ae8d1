import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { RlConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { openTrainer } from "#lib/engine/embedded/train/open-trainer.ts";
import type { Sequence } from "#lib/engine/port/port.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { recordingTrainer, ruleOfPresent, ruleOfReference } from "#lib/testing/engines/recording-trainer.ts";
import { tinyFormat, withTinyModel } from "#lib/testing/engines/tiny-format.ts";
import { TrainingDiverged } from "#lib/training/training-plan.ts";
import { readTrajectoryGroups } from "#lib/training/trajectories/read-trajectory-groups.ts";
import { type PlanRlInput, planRl } from "./plan-rl.ts";

/** Each job scores its prompts before its first step, to detect later whether the model has collapsed. */
const OF_SIGNS = "score";
let format: ChatFormat;
beforeAll(async () => {
  format = await tinyFormat();
});

const QUESTION = { role: "user", content: "respond" };

describe("a step", () => {
  test("takes the gradient of the clipped, weighted and normalised advantages", async () => {
    const replies = [
      { tokenIds: [40, 41], old: [-2, -1.5], reward: 1 },
      { tokenIds: [50, 51, 52], old: [-1, -4, -1.25], reward: 0 },
    ];
    const plan = await planned([replies]);
    const trainer = recordingTrainer();
    const metrics = await plan.step(trainer, 1);
    // Advantages are ±A and weights ~1/tokens: both vanish in the normalisation but for the sign and the tokens' share.
    const share = (tokens: number) => 5 / 2 / tokens;
    let loss = 0;
    for (const [r, { tokenIds, old, reward }] of replies.entries()) {
      const sequence = trainer.steps[0]?.sequences[r]?.tokenIds ?? [];
      const start = sequence.length - tokenIds.length;
      for (const [t, id] of tokenIds.entries()) {
        const present = ruleOfPresent(sequence[start + t - 1] ?? 0, id);
        const ratio = Math.min(Math.exp(present - (old[t] ?? 0)), 5);
        const expected = (ratio * (reward === 1 ? 1 : -1) * share(tokenIds.length)) / 5;
        expect(trainer.steps[0]?.coefficients[r]?.[start + t]).toBeCloseTo(expected, 5);
        loss -= expected * present;
      }
      expect(trainer.steps[0]?.coefficients[r]?.slice(0, start).every((c) => c === 0)).toBe(true);
    }
    expect(metrics.loss).toBeCloseTo(loss, 5);
    expect(trainer.steps[0]?.settings).toEqual({
      learningRate: 5e-6,
      beta1: 0.9,
      beta2: 0.99,
      epsilon: 1e-8,
      weightDecay: 0.1,
      maxGradNorm: 0.1,
    });
  });

  test("reports the loss, the optimiser's metrics and the facts of its batch, all as numbers", async () => {
    const groups = [
      ...wire([
        [reply(0), reply(1)],
        [reply(0.5), reply(0.5)],
      ]),
      { trajectories: [], exceptions: [{}] },
    ];
    const plan = await planOf(groups.map((group) => ({ metrics: { solved: true }, ...group })));
    const metrics = await plan.step(recordingTrainer(), 1);
    expect(metrics).toEqual({
      loss: expect.any(Number),
      importance_ratio: expect.any(Number),
      held_back_fraction: 0,
      entropy: expect.closeTo(2, 5),
      grad_norm: 0.5,
      learning_rate: 5e-6,
      reward: 0.5,
      reward_std_dev: 0.25,
      exception_rate: 1 / 5,
      num_groups_submitted: 3,
      num_groups_trainable: 1,
      num_trajectories: 4,
      num_datums: 2,
      num_trainable_tokens: 4,
      group_metric_solved: 1,
    });
    expect(plan.groups).toEqual([
      { rewards: [0, 1], isTrainable: true },
      { rewards: [0.5, 0.5], isTrainable: false },
      { rewards: [], isTrainable: false },
    ]);
  });

  test("stops before the update where the loss is no number, and where the gradient's norm is none", async () => {
    const plan = await planned([[reply(0), reply(1)]]);
    const broken = recordingTrainer({ logprobOf: () => Number.NaN });
    await expect(plan.step(broken, 1)).rejects.toThrow(TrainingDiverged);
    await expect(plan.step(broken, 1)).rejects.toThrow("loss is NaN at step 1");
    expect(broken.steps).toEqual([]);
    await expect(plan.step(recordingTrainer({ gradNorm: Number.NaN }), 1)).rejects.toThrow(
      "grad_norm is NaN",
    );
  });
});

describe("the steps of a job", () => {
  test("each take one pack of conversations, none of which is lost, split or doubled", async () => {
    const groups = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 10, max: 120 }), async (rewards, packedSequenceLength) => {
        const replies = rewards.map((group, g) => group.map((reward, t) => reply(reward, [60 + g, 70 + t])));
        const plan = await planned(replies, { packedSequenceLength });
        const trainer = recordingTrainer();
        for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
        const stepped = trainer.steps.flatMap(({ sequences }) => sequences.map(lastTokens));
        const learnable = replies.flatMap((group) => {
          const mean = group.reduce((sum, { reward }) => sum + reward, 0) / group.length;
          return group
            .filter(({ reward }) => Math.abs(reward - mean) > 1e-9)
            .map(({ tokenIds }) => tokenIds.join());
        });
        expect(stepped.toSorted()).toEqual(learnable.toSorted());
        for (const { sequences } of trainer.steps)
          if (sequences.length > 1)
            expect(sequences.flatMap(({ tokenIds }) => tokenIds).length).toBeLessThanOrEqual(
              packedSequenceLength,
            );
      }),
      { seed: 23, numRuns: 40 },
    );
  });

  test("come in the same order with the same coefficients when a plan is made again", async () => {
    const replies = Array.from({ length: 6 }, (_, g) => [reply(0, [60 + g, 1]), reply(1, [60 + g, 2])]);
    const [first, again] = [recordingTrainer(), recordingTrainer()];
    const run = async (trainer: typeof first, from: number) => {
      const plan = await planned(replies, { packedSequenceLength: 40 });
      await plan.prepare(trainer);
      for (let number = from; number <= plan.totalSteps; number++) await plan.step(trainer, number);
    };
    await run(first, 1);
    await run(again, 3);
    expect(first.steps.length).toBeGreaterThan(4);
    expect(again.steps).toEqual(first.steps.slice(2));
  });

  test("are none where every group's rewards are equal, and where nothing was sampled", async () => {
    const equal = await planned([[reply(1), reply(1)], [reply(0)]]);
    expect(equal).toMatchObject({ totalSteps: 0, samplePrompts: [] });
    const untrainable = { messages_and_choices: [QUESTION, { role: "assistant", content: "quoted" }] };
    const none = await planOf([
      {
        trajectories: [
          { ...untrainable, reward: 1 },
          { ...untrainable, reward: 0 },
        ],
      },
    ]);
    expect(none.totalSteps).toBe(0);
    expect(none.groups).toEqual([{ rewards: [1, 0], isTrainable: false }]);
    expect((await planOf([])).totalSteps).toBe(0);
  });

  test("leave out conversations beyond the context, and say how many", async () => {
    const long = reply(
      1,
      Array.from({ length: 300 }, () => 40),
    );
    const plan = await planned([[long, reply(0), reply(2)]]);
    expect(plan.facts).toMatchObject({ num_dropped_sequences: 0, num_datums: 2 });
    const dropped = await planned([[long, reply(0)]]);
    expect(dropped.facts).toMatchObject({ num_dropped_sequences: 1, num_datums: 1 });
  });

  test("sample the prompts of the data between steps", async () => {
    const plan = await planned([[reply(0), reply(1)]]);
    expect(plan.samplePrompts).toEqual([format.promptTokens([QUESTION])]);
  });
});

describe("symmetries", () => {
  const rewards = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 6 });

  test("permuting the trajectories of a group permutes their coefficients", async () => {
    await fc.assert(
      fc.asyncProperty(rewards, async (given) => {
        const replies = given.map((reward, t) => reply(reward, [60 + t, 61, 62 + t]));
        const forward = await coefficientsOf([replies]);
        const backward = await coefficientsOf([replies.toReversed()]);
        expectClose(forward, backward.toReversed());
      }),
      { seed: 24, numRuns: 30 },
    );
  });

  test("a constant added to all rewards of a group changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(rewards, fc.integer({ min: -50, max: 50 }), async (given, constant) => {
        const of = (shift: number) => [given.map((reward, t) => reply(reward + shift, [60 + t, 61]))];
        expectClose(await coefficientsOf(of(0)), await coefficientsOf(of(constant)));
      }),
      { seed: 25, numRuns: 30 },
    );
  });

  test("a long answer weighs as much as a short one", async () => {
    const [long, short] = await coefficientsOf(
      [
        [
          reply(
            1,
            Array.from({ length: 20 }, () => 60),
          ),
          reply(0, [61]),
        ],
      ],
      { epsilon: 0, epsilonHigh: 0 },
    );
    expect(sum(long)).toBeCloseTo(-sum(short), 4);
  });
});

describe("the learning rate of a step", () => {
  const groups = () => [[reply(0, [60]), reply(1, [61]), reply(0, [62])]];
  const rateOf = async (config: PlanRlInput["config"]) =>
    (await planned(groups(), config)).step(recordingTrainer(), 1);

  test("grows with a power of its number of trajectories", async () => {
    const metrics = await rateOf({ learningRate: 1e-4, numTrajectoriesLearningRateMultiplierPower: 0.5 });
    expect(metrics.learning_rate).toBeCloseTo(1e-4 * Math.sqrt(3), 12);
  });

  test("is scaled by the mean deviation of the groups' rewards", async () => {
    const metrics = await rateOf({ learningRate: 1e-4, scaleLearningRateByRewardStdDev: true });
    expect(metrics.learning_rate).toBeCloseTo(1e-4 * (Math.SQRT2 / 3), 12);
  });
});

describe("a reference policy", () => {
  const groups = () => [[reply(0, [60, 61]), reply(1, [62, 63])]];

  test("is asked for only where a job has a KL penalty", async () => {
    const trainer = recordingTrainer();
    await (await planned(groups())).prepare(trainer);
    expect(trainer.asked).toEqual([OF_SIGNS]);
  });

  test("is the model without its adapter, and moves coefficients towards it", async () => {
    const trainer = recordingTrainer();
    const plan = await planned(groups(), { klPenaltyCoef: 0.5, klPenaltySource: "current_learner" });
    await plan.prepare(trainer);
    const metrics = await plan.step(trainer, 1);
    expect(trainer.asked).toEqual([OF_SIGNS, "scoreReference"]);
    const differences = trainer.steps[0]?.sequences.flatMap(({ tokenIds }) =>
      [-2, -1].map((at) => {
        const pair = [tokenIds.at(at - 1) ?? 0, tokenIds.at(at) ?? 0] as const;
        return ruleOfPresent(...pair) - ruleOfReference(...pair);
      }),
    );
    expect(metrics.kl_policy_ref).toBeCloseTo(sum(differences) / 4, 6);
    expect(metrics.kl_div).toBeGreaterThan(0);
    const plain = await coefficientsOf(groups());
    expect(trainer.steps[0]?.coefficients.map((c) => [...c].filter((v) => v !== 0))).not.toEqual(plain);
  });

  test.each([
    [{ kl_penalty_coef: 0.1, kl_penalty_reference_step: 2 }, [2]],
    [{ kl_penalty_coef: 0.1, kl_penalty_step_lag: 4 }, [3]],
    [{ kl_penalty_coef: 0.1, kl_penalty_step_lag: 40 }, [0]],
    [{ kl_penalty_reference_step: 2 }, []],
  ])("%j reads the checkpoint it names", async (config, expected) => {
    const trainer = recordingTrainer();
    const steps: number[] = [];
    const plan = await planned(groups(), z.decode(RlConfig, config), {
      startStep: 7,
      scoreCheckpoint: async (step, sequences) => {
        steps.push(step);
        return trainer.score(sequences);
      },
    });
    await plan.prepare(trainer);
    expect(steps).toEqual(expected);
  });

  test("cannot be a step that is still to come", async () => {
    const plan = await planned(groups(), { klPenaltyCoef: 1, klPenaltyReferenceStep: 9 });
    await expect(plan.prepare(recordingTrainer())).rejects.toThrow(
      "kl_penalty_reference_step is 9, but the model is at step 0",
    );
  });
});

test("recomputed old log-probabilities make the first step's ratios 1", async () => {
  const trainer = recordingTrainer();
  const plan = await planned([[reply(0, [60]), reply(1, [61])]], { precalculateLogprobs: true });
  await plan.prepare(trainer);
  const metrics = await plan.step(trainer, 1);
  expect(trainer.asked).toEqual([OF_SIGNS, "score"]);
  expect(metrics.importance_ratio).toBe(1);
});

test("on the embedded engine, jobs of reinforcement raise the probability of the rewarded answer", async () => {
  const answers = ["yes", "no", "maybe"].map((text) => [...format.tokenizer.encode(text), 2]);
  const chances = await withTinyModel(async (modelFolder) => {
    const method = {
      mode: "lora",
      rank: 8,
      alpha: 16,
      targets: ["q_proj", "v_proj", "up_proj", "down_proj"],
    } as const;
    const trainer = await openTrainer({ modelFolder, adapterFolder: null }, { method, threads: 1 });
    const prompt = format.promptTokens([QUESTION]);
    const sequences = answers.map((answer): Sequence => ({ tokenIds: [...prompt, ...answer] }));
    const seen: number[] = [];
    for (let job = 0; job < 6; job++) {
      const scores = await trainer.score(sequences);
      const old = scores.map(({ logprobs }) => [...logprobs.slice(prompt.length)]);
      seen.push(sum(old[2]));
      const replies = answers.map((tokenIds, a) => ({
        tokenIds,
        old: old[a] ?? [],
        reward: a === 2 ? 1 : 0,
      }));
      const plan = await planned([replies, replies], { learningRate: 1e-2 });
      await plan.prepare(trainer);
      for (let number = 1; number <= plan.totalSteps; number++) await plan.step(trainer, number);
    }
    await trainer.close();
    return seen;
  });
  expect(chances.at(-1)).toBeGreaterThan((chances[0] ?? 0) + 1);
});

type Reply = { tokenIds: readonly number[]; old: readonly number[]; reward: number };

function reply(reward: number, tokenIds: readonly number[] = [40, 41]): Reply {
  return { tokenIds, old: tokenIds.map(() => -1.5), reward };
}

function wire(groups: readonly (readonly Reply[])[]) {
  return groups.map((replies) => ({
    trajectories: replies.map(({ tokenIds, old, reward }) => ({
      messages_and_choices: [
        QUESTION,
        {
          finish_reason: "stop",
          message: { role: "assistant", content: "…" },
          logprobs: { content: old.map((logprob) => ({ token: "", logprob })) },
          token_ids: tokenIds,
        },
      ],
      reward,
    })),
  }));
}

function planned(
  groups: readonly (readonly Reply[])[],
  config: PlanRlInput["config"] = {},
  changes: Partial<PlanRlInput> = {},
) {
  return planOf(wire(groups), config, changes);
}

function planOf(groups: unknown, config: PlanRlInput["config"] = {}, changes: Partial<PlanRlInput> = {}) {
  return planRl({
    groups: readTrajectoryGroups(groups),
    config,
    format,
    contextLength: 256,
    startStep: 0,
    scoreCheckpoint: () => Promise.reject(new Error("no checkpoint was to be read")),
    ...changes,
  });
}

/** By trajectory that is trained, of a job of one step; its nonzero coefficients alone. */
async function coefficientsOf(
  groups: readonly (readonly Reply[])[],
  config: PlanRlInput["config"] = {},
): Promise<number[][]> {
  const plan = await planned(groups, config);
  const trainer = recordingTrainer();
  if (plan.totalSteps > 0) await plan.step(trainer, 1);
  return trainer.steps[0]?.coefficients.map((spread) => [...spread].filter((value) => value !== 0)) ?? [];
}

function lastTokens({ tokenIds }: Sequence): string {
  return tokenIds.slice(-2).join();
}

function expectClose(actual: readonly number[][], wanted: readonly number[][]): void {
  expect(actual.map(({ length }) => length)).toEqual(wanted.map(({ length }) => length));
  const flat = wanted.flat();
  for (const [i, value] of actual.flat().entries()) expect(value).toBeCloseTo(flat[i] ?? Number.NaN, 5);
}

function sum(values: readonly number[] = []): number {
  return values.reduce((total, value) => total + value, 0);
}
