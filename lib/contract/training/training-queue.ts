import { endpoint } from "#lib/contract/endpoint.ts";
import { finiteNumber, integer, list, oneOf, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { MAX_FIGURE_STEPS } from "./figure-steps.ts";
import { JOB_KINDS, JOB_STATES } from "./job-states.ts";

/** A job that is with a trainer or waits for one. For jobs in projects that the caller may not read, only their existence and time are shown. */
export const QueuedJob = wireObject({
  id: z.nullable(text()),
  projectId: z.nullable(text()),
  modelId: z.nullable(text()),
  modelName: z.nullable(text()),
  name: z.nullable(text()),
  state: oneOf(JOB_STATES),
  step: z.nullable(integer()),
  totalSteps: z.nullable(integer()),
  /** Until it ends where it is with a trainer, until it begins where it waits; null where that is not known. */
  seconds: z.nullable(finiteNumber),
  /** Seconds until it ends, with what other jobs take in between, and between what; null where that is not known. */
  ends: z.nullable(wireObject({ estimate: finiteNumber, low: finiteNumber, high: finiteNumber })),
});
export type QueuedJob = z.output<typeof QueuedJob>;

const shared = {
  group: "training",
  auth: ["bearer", "session"],
  projectAt: "verb",
  method: "GET",
  needs: "training:read",
} as const;

export const getTrainingQueue = endpoint({
  ...shared,
  operationId: "getTrainingQueue",
  summary: "Lists running jobs, and waiting ones in order",
  description:
    "Trainers run jobs of every project, so jobs of other projects are counted too, without their names. `seconds` and `ends` are estimated from completed steps and from earlier jobs on the same base model, and know that jobs take turns; they are null if unknown.",
  path: "/v1/preview/training-queue",
  input: { query: wireObject({ projectId: maybe(projectId) }) },
  reply: wireObject({
    running: list(QueuedJob),
    /** In the order in which they will be taken, at most 100. */
    waiting: list(QueuedJob),
    waitingCount: integer(),
  }),
  example: { project_id: "acme/support" },
});

export const JobGroup = wireObject({
  group: text(),
  jobCount: integer(),
  /** Those that have not ended, and those that ended well. */
  unendedCount: integer(),
  completedCount: integer(),
  kind: oneOf(JOB_KINDS),
  /** Which metric the figures are of: `reward` of reinforcement jobs, `loss` of all others. */
  metric: text(),
  /** Of the jobs that ended well, each by its figure (`figureSteps`); null where there is none. */
  mean: z.nullable(finiteNumber),
  best: z.nullable(finiteNumber),
  bestJobId: z.nullable(text()),
  lastCreatedAt: timestamp,
});
export type JobGroup = z.output<typeof JobGroup>;

export const listTrainingGroups = endpoint({
  ...shared,
  operationId: "listTrainingGroups",
  summary: "Summarizes the groups of training jobs of a project, the one with the newest job first",
  description: `At most 200 groups. Each completed job counts with the mean of its metric over the last tenth of its steps, at most ${MAX_FIGURE_STEPS}, because a single batch is noisy.`,
  path: "/v1/preview/training-groups",
  input: { query: wireObject({ projectId }) },
  reply: wireObject({ data: list(JobGroup) }),
  example: { project_id: "acme/support" },
});
