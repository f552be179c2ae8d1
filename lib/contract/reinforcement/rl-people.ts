import { RL_FALLBACKS } from "#lib/contract/annotation/awaited.ts";
import { numberBetween } from "#lib/contract/datasets/uses.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  dictOf,
  identifier,
  integer,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { closedObject, maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** People who reward answers of a reinforcement run at the desk of a queue. */

export const RL_PARKS = ["all", "uncertain"] as const;
export type RlPark = (typeof RL_PARKS)[number];

/** What decided the reward of an answer that people were asked about. */
export const RL_SETTLERS = ["people", ...RL_FALLBACKS] as const;
export type RlSettler = (typeof RL_SETTLERS)[number];

export const RlHuman = closedObject({
  queueId: identifier(),
  /** Reference of the queue's question; without it the first one whose values can be compared. */
  field: maybe(identifier(1024)),
  /** What a value is worth, from 0 to 1. Without it a number counts by its place in the question's range, true as 1 and false as 0. */
  scores: maybe(dictOf(numberBetween(0, 1), 100)),
  /** All answers of a round, or those on which graders are near one half, differ, or say nothing. */
  park: withDefault(oneOf(RL_PARKS), "uncertain"),
  /** How near to one half is uncertain. */
  band: withDefault(numberBetween(0, 0.5), 0.15),
  /** How far apart two graders are uncertain. */
  disagreement: withDefault(numberBetween(0, 1), 0.3),
  budgetPerRound: withDefault(integer({ min: 1, max: 1000 }), 24),
  deadlineHours: withDefault(numberBetween(0.01, 720), 12),
  fallback: withDefault(oneOf(RL_FALLBACKS), "judge"),
  minAnswers: withDefault(integer({ min: 1, max: 100 }), 1),
});
export type RlHuman = z.output<typeof RlHuman>;

const count = integer({ min: 0 });

/** How far people are with a round. */
export const RlPeople = wireObject({
  /** Answers that people were asked about. */
  parked: count,
  /** Of those, the ones that are decided. */
  answered: count,
  deadline: timestamp,
  /** When the rewards of the round stood, by people or by what decides instead; null while it waits, and where the run ended before. */
  settledAt: z.nullable(timestamp),
});
export type RlPeople = z.output<typeof RlPeople>;

export const RlWait = wireObject({
  runId: text(),
  /** Null for who may not read runs. */
  name: z.nullable(text()),
  round: count,
  queueId: text(),
  queueName: text(),
  parked: count,
  answered: count,
  deadline: timestamp,
  fallback: oneOf(RL_FALLBACKS),
});
export type RlWait = z.output<typeof RlWait>;

export const queryRlWaits = endpoint({
  group: "project",
  auth: ANY_CREDENTIAL,
  operationId: "queryRlWaits",
  summary: "Lists the reinforcement runs that wait for people, the nearest deadline first",
  description:
    "Each with its queue, how many answers it asked about and how many are decided. Runs in the queues that the caller may read; with `queue_id`, those of one queue.",
  method: "POST",
  path: "/rl_runs/waits",
  needs: "queues:read",
  input: { body: wireObject({ projectId, queueId: maybe(identifier()) }) },
  reply: wireObject({ waits: list(RlWait) }),
  example: { project_id: "acme/support", queue_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f" },
});
