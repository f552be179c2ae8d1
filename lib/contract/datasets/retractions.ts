import { endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  identifier,
  instant,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { JOB_STATES } from "#lib/contract/training/job-states.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_PROJECT, shared } from "./dataset-parts.internal.ts";

const ids = withDefault(list(identifier(), { max: 1000 }), []);

export const Retraction = wireObject({
  id: text(),
  annotatorUserId: z.nullable(text()),
  itemIds: list(text()),
  feedbackIds: list(text()),
  since: z.nullable(timestamp),
  until: z.nullable(timestamp),
  reason: text(),
  createdBy: text(),
  createdAt: timestamp,
  /** Null while it holds. */
  liftedBy: z.nullable(text()),
  liftedAt: z.nullable(timestamp),
});
export type Retraction = z.output<typeof Retraction>;

/**
 * What has learned, or could learn, from what is meant, in all projects where the caller may read training. Lists have at most 100 of each; the
 * counts are of all. What other projects have is counted in `elsewhere` alone.
 */
export const RetractionImpact = wireObject({
  /** Pieces of feedback and decisions that are there. */
  answerCount: count,
  rowCount: count,
  versionCount: count,
  /** Replies of reinforcement runs whose rewards were made of what is meant and that a job learned from, and runs that have such. */
  rewardCount: count,
  runCount: count,
  jobCount: count,
  checkpointCount: count,
  aliasCount: count,
  /** Jobs that have not learned all of it yet, of every project, and those of them that the caller may cancel. */
  goingJobCount: count,
  cancellableJobCount: count,
  /** Of projects where the caller may not read training. */
  elsewhere: wireObject({ jobCount: count, checkpointCount: count, aliasCount: count }),
  versions: list(
    wireObject({
      datasetId: text(),
      name: text(),
      number: count,
      /** Rows that were made of what is meant, those to train on among them, and all. */
      rows: count,
      train: count,
      totalRows: count,
    }),
  ),
  /** Of each dataset in use, what its newest build gave, where that left out as retracted something of what is meant. */
  lacking: list(wireObject({ datasetId: text(), name: text(), number: count, leftOut: count })),
  /** Runs with such replies, and how many replies jobs of theirs learned from in all. */
  rewards: list(
    wireObject({
      runId: text(),
      runName: text(),
      modelId: text(),
      modelName: text(),
      replies: count,
      totalReplies: count,
    }),
  ),
  /** Those whose data has such a row to train on or such a reward: those that have not ended first, the running ones before the queued. Where it is the job of a round of a reinforcement run, that is named in place of the dataset. */
  jobs: list(
    wireObject({
      projectId: text(),
      jobId: text(),
      modelId: text(),
      modelName: text(),
      datasetName: z.nullable(text()),
      datasetVersion: z.nullable(count),
      runId: z.nullable(text()),
      runName: z.nullable(text()),
      round: z.nullable(count),
      state: oneOf(JOB_STATES),
    }),
  ),
  /** Those that such a job made, and all that came of them. */
  checkpoints: list(
    wireObject({ projectId: text(), checkpointId: text(), modelId: text(), modelName: text(), step: count }),
  ),
  aliases: list(
    wireObject({ projectId: text(), modelId: text(), modelName: text(), name: text(), step: count }),
  ),
});
export type RetractionImpact = z.output<typeof RetractionImpact>;

/** What a checkpoint, or one that it came from, was trained on and what of that is retracted. */
export const RetractedRows = wireObject({
  /** Different rows with an answer, vote or decision that was retracted after their version was read, of all that were trained on. */
  rows: count,
  totalRows: count,
  /** Of these rows, those that were retracted already when a job was asked for that learned from them. */
  already: count,
  /** The newest step of the same model that a job can start from and that learned from nothing that is retracted and whose job learned something; null where there is none. */
  cleanStep: z.nullable(count),
  /** Those that have such rows, at most 100, each with the project that it is of. */
  versions: list(
    wireObject({ projectId: text(), datasetId: text(), name: text(), number: count, rows: count }),
  ),
  /** The same of the rewards that people gave: different replies whose reward was made of what was retracted after it stood, of all that rounds of reinforcement learned from. */
  rewards: wireObject({
    replies: count,
    totalReplies: count,
    /** Of these replies, those whose reward was retracted already when the job of their round was asked for. */
    already: count,
    /** Those that have such replies, at most 100. */
    runs: list(wireObject({ runId: text(), name: text(), replies: count })),
  }),
});
export type RetractedRows = z.output<typeof RetractedRows>;

export const createRetraction = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:write",
  operationId: "createRetraction",
  summary: "Retracts answers, so that no later build takes them",
  description:
    "All that is named must hold of an answer: the person, one of the items, one of the ids, when it was given. At least one of the first three is needed, and each id must be one that the project has or had. With `preview`, nothing is stored and the reply is what it would take out. Versions that exist do not change, and mark such evidence as `is_retracted`; later builds reject what had nothing else, as `retracted`. Rewards of reinforcement runs that were made of it stand as they are, and are named. What is already retracted in just these words gives the retraction that stands. Models that learned from the rows are named and not changed. With `cancel_jobs`, jobs that still learn from such rows once it is in force are cancelled, in every project where the caller may; `going_job_count` beside it counts those that still learn.",
  path: "/retractions",
  input: {
    body: wireObject({
      projectId,
      annotatorUserId: maybe(identifier()),
      itemIds: ids,
      feedbackIds: ids,
      /** From this moment, and before that one. */
      since: maybe(instant),
      until: maybe(instant),
      reason: withDefault(label(2000), ""),
      preview: withDefault(bool, false),
      /** Whether jobs that still learn from what is meant are cancelled; of a preview, none are. */
      cancelJobs: maybe(bool),
    }),
  },
  reply: wireObject({
    retraction: z.nullable(Retraction),
    impact: RetractionImpact,
    /** How many jobs were cancelled, and how many still learn, of every project. */
    cancelledJobCount: count,
    goingJobCount: count,
  }),
  idempotent: true,
  example: {
    ...EXAMPLE_PROJECT,
    annotator_user_id: "019a5b2e-1111-7d3a-9f60-1b2c3d4e5f60",
    since: "2026-11-01T00:00:00Z",
    reason: "Answered without reading",
    preview: true,
  },
});

export const queryRetractions = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:read",
  operationId: "queryRetractions",
  summary: "Lists retractions, newest first",
  path: "/retractions/query",
  input: {
    body: wireObject({
      projectId,
      isLifted: maybe(bool),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ retractions: list(Retraction), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, is_lifted: false },
});

const RETRACTION_PATH = wireObject({ retractionId: identifier() });
const EXAMPLE_RETRACTION = { ...EXAMPLE_PROJECT, retraction_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f" };

export const liftRetraction = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:write",
  operationId: "liftRetraction",
  summary: "Lifts a retraction: later builds take the answers again",
  description: "One that was lifted before does not change.",
  path: "/retractions/{retraction_id}/lift",
  input: { params: RETRACTION_PATH, body: wireObject({ projectId }) },
  reply: wireObject({ retraction: Retraction }),
  statuses: [404],
  example: EXAMPLE_RETRACTION,
});

export const restoreRetraction = endpoint({
  ...shared,
  method: "POST",
  needs: "datasets:write",
  operationId: "restoreRetraction",
  summary: "Puts a retraction that was lifted in force again",
  description: "It is the same one, with its reason and who made it. One that is in force does not change.",
  path: "/retractions/{retraction_id}/restore",
  input: { params: RETRACTION_PATH, body: wireObject({ projectId }) },
  reply: wireObject({ retraction: Retraction }),
  statuses: [404],
  example: EXAMPLE_RETRACTION,
});
