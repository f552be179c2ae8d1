import { numberBetween } from "#lib/contract/datasets/uses.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { EvaluationScore } from "#lib/contract/evaluation/evaluation-runs.ts";
import { metricName, RUN_STATES } from "#lib/contract/evaluation/evaluations.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import { type Fault, refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  dict,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { JobWarning } from "#lib/contract/training/job-health.ts";
import { RlConfig } from "#lib/contract/training/training-config.ts";
import { closedObject, maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { RL_SETTLERS, RlHuman, RlPeople } from "./rl-people.ts";

/** Reinforcement in rounds: prompts of a dataset are answered several times, graded, and trained on, again and again. */

const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
const count = integer({ min: 0 });
const MAX_RL_GRADERS = 10;
/** Tokens that the answers of one round may have together; a job reads them all. */
export const MAX_ROUND_TOKENS = 1_000_000;

const weight = numberBetween(-1000, 1000);

const EXAMPLE_PROJECT = { project_id: "acme/support" };
const EXAMPLE_RUN = { ...EXAMPLE_PROJECT, run_id: "019a5b30-7d9e-7f66-8b95-0a1b2c3d4e5f" };
const RUN_PATH = wireObject({ runId: identifier() });
const PROJECT = wireObject({ projectId });

/** A grader and how much its score counts; with a weight of 0 it is only watched. */
export const RewardPart = closedObject({
  /** What its scores are called wherever they are shown. */
  name: metricName,
  grader: Grader,
  weight: withDefault(weight, 1),
});
export type RewardPart = z.output<typeof RewardPart>;

const TOO_MANY_TOKENS: Fault = {
  type: "value_error",
  text: `prompts_per_round × rollouts × max_tokens is above ${MAX_ROUND_TOKENS}, the tokens that a round may have; lower one of them`,
  path: ["max_tokens"],
};

export const RlRunConfig = closedObject({
  rounds: withDefault(integer({ min: 1, max: 100 }), 10),
  promptsPerRound: withDefault(integer({ min: 1, max: 256 }), 16),
  /** Answers to each prompt, which are compared with each other. */
  rollouts: withDefault(integer({ min: 2, max: 64 }), 8),
  temperature: withDefault(numberBetween(0.05, 2), 1),
  /** Of one answer; a longer one is cut off. */
  maxTokens: withDefault(integer({ min: 1, max: 32_768 }), 128),
  seed: withDefault(integer({ min: 0, max: 2 ** 31 - 1 }), 1),
  /** The settings of each round's job. */
  training: maybe(RlConfig),
}).check(
  refuseUnless(
    ({ promptsPerRound, rollouts, maxTokens }) => promptsPerRound * rollouts * maxTokens <= MAX_ROUND_TOKENS,
    TOO_MANY_TOKENS,
  ),
);
export type RlRunConfig = z.output<typeof RlRunConfig>;

/** An evaluation that ends the run where the model becomes worse by it. */
export const RlGuard = closedObject({
  evaluationId: identifier(),
  metric: text({ min: 1, max: 64 }),
  /** How much worse than at the start the mean may be. */
  maxDrop: withDefault(numberBetween(0, 1_000_000), 0),
  /** Rounds between two measurements. */
  every: withDefault(integer({ min: 1, max: 100 }), 1),
});
export type RlGuard = z.output<typeof RlGuard>;

/** Looked at before each round. */
export const RlBudget = closedObject({
  /** Tokens of all answers. */
  maxTokens: maybe(integer({ min: 1, max: 2 ** 31 - 1 })),
  maxMinutes: maybe(integer({ min: 1, max: 100_000 })),
});
export type RlBudget = z.output<typeof RlBudget>;

/** Why a run that completed took no further round. */
export const RL_ENDINGS = [
  "all_rounds",
  "stopped",
  "guard_fell",
  "budget_spent",
  "nothing_to_learn",
] as const;
export type RlEnding = (typeof RL_ENDINGS)[number];

export const RL_PHASES = ["sampling", "waiting_for_people", "training", "guarding", "ended"] as const;
export type RlPhase = (typeof RL_PHASES)[number];

const RL_RUN = {
  id: text(),
  projectId: text(),
  name: text(),
  modelId: text(),
  modelName: text(),
  datasetId: text(),
  datasetName: text(),
  version: count,
  /** Rows of the version that may be asked. */
  prompts: count,
  graders: list(RewardPart),
  config: RlRunConfig,
  guard: z.nullable(RlGuard),
  /** Whom it asks about which answers; null asks nobody. */
  human: z.nullable(RlHuman),
  budget: RlBudget,
  state: oneOf(RUN_STATES),
  /** Whether it ends as soon as what it does now is done. */
  isStopping: bool,
  /** Why it completed; null until then, and where it failed or was cancelled. */
  ending: z.nullable(oneOf(RL_ENDINGS)),
  /** The same in words, with the numbers. */
  endingText: z.nullable(text()),
  errorMessage: z.nullable(text()),
  /** Why it does not continue at this moment; null where it does. */
  waitingFor: z.nullable(text()),
  /** The round that it is in, from 1; 0 before the first one. */
  round: count,
  /** Of the checkpoint that the first round sampled from. */
  startStep: count,
  /** Of the newest checkpoint that it made, else `start_step`. */
  step: count,
  /** Of the last checkpoint that the guard found no worse; null without a guard, and until one was found. */
  safeStep: z.nullable(count),
  /** Of all answers so far. */
  tokens: count,
  createdBy: text(),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
};
export const RlRun = wireObject(RL_RUN);
export type RlRun = z.output<typeof RlRun>;

const mean = z.nullable(finiteNumber);

export const RlRound = wireObject({
  /** From 1. */
  round: count,
  phase: oneOf(RL_PHASES),
  /** Of the checkpoint that was sampled. */
  fromStep: count,
  /** Of the checkpoint that the round made; null until then, and where it made none. */
  toStep: z.nullable(count),
  jobId: z.nullable(text()),
  groups: count,
  /** Groups that have all their answers. */
  groupsDone: count,
  /** Groups whose rewards are all equal, so that they teach nothing. */
  flatGroups: count,
  /** Groups with fewer than two rewards. */
  droppedGroups: count,
  /** Groups of which people are still asked something: until then they are neither flat nor dropped. */
  askedGroups: count,
  rollouts: count,
  /** Answers without a reward: a grader said nothing, or no answer came. They count for nothing, and never as 0. */
  masked: count,
  reward: mean,
  /** Mean score of each grader, in their order. */
  components: list(wireObject({ name: text(), mean })),
  /** Tokens of an answer. */
  length: mean,
  /** Share of the answers that were cut off. */
  truncated: mean,
  /** How much better than at the start the guard found the model; null where it was not measured. */
  guard: z.nullable(Estimate),
  guardRunId: z.nullable(text()),
  /** How far people are with its answers; null where nobody was asked. */
  people: z.nullable(RlPeople),
  startedAt: timestamp,
  endedAt: z.nullable(timestamp),
});
export type RlRound = z.output<typeof RlRound>;

export const createRlRun = endpoint({
  ...shared,
  operationId: "createRlRun",
  summary: "Starts reinforcement in rounds on the prompts of a dataset",
  description:
    "Each round asks the model's newest step of this run `prompts_per_round` prompts, `rollouts` times each; scores the answers with `graders`; trains on them with an ordinary reinforcement job; and begins again from the checkpoint that it makes. The reward is the sum of each grader's score times its `weight`; a grader of weight 0 is only watched. An answer that a grader cannot score is left out. Prompts are the rows of the version that are not held out. `guard` ends the run once the mean of a metric is more than `max_drop` worse than at the start. `human` asks people: the answers that graders are least sure of become calls and items of a queue, the round waits for them in the phase `waiting_for_people`, and what people say stands in for the graders of positive weight. At the deadline, `fallback` decides: the graders, nobody (the answer is left out), or the mean of the other answers to its prompt. Items that nobody has answered by then are taken out of the queue. A version without such rows is 409 with the code `no_rows`.",
  method: "POST",
  path: "/rl_runs",
  needs: "training:write",
  input: {
    body: wireObject({
      projectId,
      name: maybe(label(128)),
      modelId: identifier(),
      /** Of the model's checkpoint to begin with; without it the newest one. */
      startStep: maybe(integer({ min: 0, max: 2 ** 31 - 1 })),
      datasetId: identifier(),
      /** Without it the newest. */
      version: maybe(count),
      graders: list(RewardPart, { max: MAX_RL_GRADERS }).check(
        refuseUnless((given) => new Set(given.map(({ name }) => name)).size === given.length, {
          type: "value_error",
          text: "each grader needs a name of its own",
        }),
      ),
      config: withDefault(RlRunConfig, {
        ...{ rounds: 10, promptsPerRound: 16, rollouts: 8, temperature: 1, maxTokens: 128, seed: 1 },
      }),
      guard: maybe(RlGuard),
      human: maybe(RlHuman),
      budget: withDefault(RlBudget, {}),
    }),
  },
  reply: wireObject({ run: RlRun }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_PROJECT,
    name: "Short and right",
    model_id: "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b",
    dataset_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f",
    graders: [
      {
        name: "right",
        grader: {
          type: "string_check",
          input: "{{sample.output_text}}",
          reference: "{{item.reference}}",
          operation: "ilike",
        },
        weight: 1,
      },
    ],
    config: { rounds: 5, prompts_per_round: 8, rollouts: 8, max_tokens: 32 },
    budget: { max_minutes: 60 },
  },
});

export const queryRlRuns = endpoint({
  ...shared,
  operationId: "queryRlRuns",
  summary: "Lists reinforcement runs of a project, newest first",
  method: "POST",
  path: "/rl_runs/query",
  needs: "training:read",
  input: {
    body: wireObject({
      projectId,
      modelId: maybe(identifier()),
      /** The job of one of its rounds, which only one run has. */
      jobId: maybe(identifier()),
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(count, 0),
    }),
  },
  reply: wireObject({ runs: list(RlRun), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, limit: 50 },
});

export const getRlRun = endpoint({
  ...shared,
  operationId: "getRlRun",
  summary: "Reads a reinforcement run with its rounds",
  description:
    "Of each round: the mean reward and that of each grader, how long answers are and how many were cut off, groups without variance, and what the guard found. `warnings` say in words what is wrong.",
  method: "GET",
  path: "/rl_runs/{run_id}",
  needs: "training:read",
  input: { params: RUN_PATH, query: PROJECT },
  reply: wireObject({
    run: RlRun,
    rounds: list(RlRound),
    /** What the rounds show to be wrong, in words: no_variance, truncated, masked, reward_not_rising or length_growing; more may be added. */
    warnings: list(JobWarning),
  }),
  statuses: [404],
  example: EXAMPLE_RUN,
});

export const cancelRlRun = endpoint({
  ...shared,
  operationId: "cancelRlRun",
  summary: "Ends a reinforcement run",
  description:
    "The checkpoints of rounds that were completed stay. Items that wait for people and that nobody has answered are taken out of their queue; of the others nobody else is asked. Without `keep`, the job of the present round is cancelled and leaves none. With `keep: true`, what that job has learned so far becomes the last checkpoint, and the run completes. A run that has ended does not change.",
  method: "POST",
  path: "/rl_runs/{run_id}/cancel",
  needs: "training:write",
  input: { params: RUN_PATH, body: wireObject({ projectId, keep: withDefault(bool, false) }) },
  reply: wireObject({ run: RlRun }),
  statuses: [404],
  example: { ...EXAMPLE_RUN, keep: true },
});

export const ROLLOUT_ORDERS = ["position", "best", "worst", "longest"] as const;
export type RolloutOrder = (typeof ROLLOUT_ORDERS)[number];

export const RlRollout = wireObject({
  round: count,
  /** Of the row in its version. */
  position: count,
  sample: count,
  prompt: list(dict),
  /** What a good answer says, as the row does; null where it does not know. */
  reference: z.nullable(text()),
  output: z.nullable(text()),
  /** Why there is no answer. */
  error: z.nullable(text()),
  /** Null where it is masked. */
  reward: z.nullable(finiteNumber),
  scores: list(EvaluationScore),
  /** The call as which people are asked about it. */
  callId: z.nullable(text()),
  /** What people said of it, from 0 to 1. */
  humanValue: z.nullable(finiteNumber),
  /** What decided its reward, where people were asked. */
  settledBy: z.nullable(oneOf(RL_SETTLERS)),
  tokens: z.nullable(count),
  isTruncated: bool,
});
export type RlRollout = z.output<typeof RlRollout>;

export const queryRlRollouts = endpoint({
  ...shared,
  operationId: "queryRlRollouts",
  summary: "Lists the answers of a round with their scores and rewards",
  description: "`order` is by row, or the best, worst or longest answers first; masked ones come last.",
  method: "POST",
  path: "/rl_runs/{run_id}/rollouts",
  needs: "training:read",
  input: {
    params: RUN_PATH,
    body: wireObject({
      projectId,
      round: integer({ min: 1, max: 1000 }),
      order: withDefault(oneOf(ROLLOUT_ORDERS), "position"),
      limit: withDefault(integer({ min: 1, max: 200 }), 50),
      offset: withDefault(count, 0),
    }),
  },
  reply: wireObject({ rollouts: list(RlRollout), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_RUN, round: 1, order: "worst", limit: 20 },
});
