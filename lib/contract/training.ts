import { endpoint, type InputOf, MIB } from "./endpoint.ts";
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
} from "./fields.ts";
import { JOB_LABELS } from "./job-labels.ts";
import { longList } from "./json-lines.ts";
import { PAGE_QUERY, pageOf } from "./paging.ts";
import { RlConfig, SftConfig } from "./training-config.ts";
import { SftCheck, TRAJECTORY_QUERY, TrainingSource, Trajectories } from "./training-data.ts";
import { maybe, wireObject, withDefault } from "./wire.ts";
import * as z from "./zod.ts";

/** How far a job is, as the service keeps it and the live stream tells it. */
export const JOB_STATES = [
  "queued",
  "validating",
  "running",
  "cancelling",
  "completed",
  "failed",
  "cancelled",
] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_STATUSES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The coarser words that clients of the interface know. */
export const STATUS_OF_STATE: { [S in JobState]: JobStatus } = {
  queued: "QUEUED",
  validating: "RUNNING",
  running: "RUNNING",
  cancelling: "RUNNING",
  completed: "COMPLETED",
  failed: "FAILED",
  cancelled: "CANCELLED",
};

export const JOB_KINDS = ["rl", "sft"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const MOST_POINTS = 5_000;
const MOST_TAIL = 100_000;

const TRAINING_JOB = {
  id: text(),
  modelId: text(),
  projectId: text(),
  kind: oneOf(JOB_KINDS),
  status: oneOf(JOB_STATUSES),
  /** The finer word for `status`. */
  state: oneOf(JOB_STATES),
  /** Optimiser steps done for good. */
  step: integer({ min: 0 }),
  /** Null until the data have been read. */
  totalSteps: z.nullable(integer({ min: 0 })),
  trainingStart: z.nullable(timestamp),
  trainingEnd: z.nullable(timestamp),
  errorMessage: z.nullable(text()),
  /** Step of the checkpoint that the job made. */
  checkpointStep: z.nullable(integer({ min: 0 })),
  createdAt: timestamp,
  createdBy: text(),
  /** The settings as they were sent. */
  config: dict,
  source: TrainingSource,
  /** The job that this one repeats. */
  retryOf: z.nullable(text()),
  /** Jobs of the same model that must end first; null once it was taken. */
  queuePosition: z.nullable(integer({ min: 0 })),
  /** What keeps the job from going on, such as files that are missing or a full disk; null where nothing does. */
  waitingFor: z.nullable(text()),
  /** Tries since the last step that was done; more than one where those before met a fault, which `last_fault` tells. */
  attempt: integer({ min: 0 }),
  lastFault: z.nullable(text()),
  name: z.nullable(text()),
  tags: list(text()),
  note: z.nullable(text()),
  group: z.nullable(text()),
};
export const TrainingJob = wireObject(TRAINING_JOB);
export type TrainingJob = z.output<typeof TrainingJob>;

/** A job with each state it has been in, in order. */
export const TrainingJobDetail = wireObject({
  ...TRAINING_JOB,
  states: list(wireObject({ state: oneOf(JOB_STATES), since: timestamp })),
});
export type TrainingJobDetail = z.output<typeof TrainingJobDetail>;

export const TrainingEvent = wireObject({ id: text(), type: text(), data: dict, createdAt: timestamp });
export type TrainingEvent = z.output<typeof TrainingEvent>;

const JOB_PATH = wireObject({ trainingJobId: identifier() });
const EXAMPLE_MODEL = { model_id: "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b" };
const EXAMPLE_JOB = { training_job_id: "019a5b31-7d2e-7f30-9b4c-6d7e8f9a0b1c" };

const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;
const creates = {
  ...shared,
  method: "POST",
  needs: "training:write",
  reply: TrainingJob,
  statuses: [404],
  idempotent: true,
} as const;
const reads = { ...shared, method: "GET", needs: "training:read" } as const;

export const createTrainingJob = endpoint({
  ...creates,
  operationId: "createTrainingJob",
  summary: "Trains a model by reinforcement on rewarded conversations",
  description:
    "Each group holds several answers to one prompt with their rewards. A setting that is null or absent takes its default; unknown ones are ignored. Jobs of one model run one after the other.",
  path: "/v1/preview/training-jobs",
  input: {
    body: wireObject({
      modelId: identifier(),
      trajectoryGroups: longList({ max: 100_000 }),
      experimentalConfig: maybe(RlConfig),
      ...JOB_LABELS,
    }),
  },
  maxBodyBytes: 100 * MIB,
  longList: "trajectory_groups",
  example: {
    ...EXAMPLE_MODEL,
    trajectory_groups: [
      {
        trajectories: [
          {
            messages_and_choices: [
              { role: "user", content: "Say yes or no" },
              {
                finish_reason: "stop",
                index: 0,
                message: { role: "assistant", content: "yes" },
                logprobs: { content: [{ token: "token_id:42", logprob: -0.7, bytes: [], top_logprobs: [] }] },
              },
            ],
            reward: 1,
          },
        ],
      },
    ],
    experimental_config: { learning_rate: 0.00001, loss_fn: "cispo" },
  },
});

const SFT_JOB = {
  body: wireObject({
    modelId: identifier(),
    trainingDataUrl: text({ min: 1, max: 32 * MIB }),
    config: maybe(SftConfig),
    /** Not read; nothing in it has a meaning yet. */
    experimentalConfig: maybe(dict),
    ...JOB_LABELS,
  }),
};
const EXAMPLE_SFT = {
  ...EXAMPLE_MODEL,
  training_data_url: "wandb-artifact:///acme/support/refunds:v0",
  config: { batch_size: 2, learning_rate: 0.0002 },
};

export const createSftTrainingJob = endpoint({
  ...creates,
  operationId: "createSftTrainingJob",
  summary: "Trains a model on example conversations",
  description:
    "`training_data_url` is the id of an uploaded file, a `wandb-artifact:///entity/project/name:vN` reference to one, a `data:` address, an `https:` one outside of private networks, or `job:` and the id of a supervised job whose data are taken again. Each line of the data is a JSON object with `messages`, and `tools` where there are some.",
  path: "/v1/preview/sft-training-jobs",
  input: SFT_JOB,
  maxBodyBytes: 32 * MIB,
  example: { ...EXAMPLE_SFT, name: "Refunds, low rate", tags: ["baseline"] },
});

export const validateSftTrainingJob = endpoint({
  ...shared,
  operationId: "validateSftTrainingJob",
  summary: "Says what a supervised job would do, without creating it",
  description:
    "Takes the same request. Faults of lines are told in `problems`, not refused: up to 20 of them. An `https:` address is fetched for this.",
  method: "POST",
  path: "/v1/preview/sft-training-jobs/validate",
  needs: "training:write",
  input: SFT_JOB,
  reply: SftCheck,
  statuses: [404],
  maxBodyBytes: 32 * MIB,
  example: EXAMPLE_SFT,
});

export const listTrainingJobs = endpoint({
  ...reads,
  operationId: "listTrainingJobs",
  summary: "Lists training jobs, newest first",
  description:
    "Those of every project that the caller may read where `project_id` names none. `search` finds parts of names, tags, notes, groups and names of models, in either case of the letters.",
  path: "/v1/preview/training-jobs",
  input: {
    query: wireObject({
      modelId: maybe(identifier()),
      status: maybe(oneOf(JOB_STATUSES)),
      projectId: maybe(projectId),
      search: maybe(label(512)),
      tag: maybe(identifier(64)),
      group: maybe(identifier(128)),
      /** Only those that learn from this uploaded file. */
      fileId: maybe(identifier()),
      ...PAGE_QUERY,
    }),
  },
  reply: pageOf(TrainingJob),
  example: { project_id: "acme/support", status: "RUNNING", limit: 20 },
});

export const getTrainingJob = endpoint({
  ...reads,
  operationId: "getTrainingJob",
  summary: "Reads a training job of either kind",
  path: "/v1/preview/training-jobs/{training_job_id}",
  input: { params: JOB_PATH },
  reply: TrainingJobDetail,
  statuses: [404],
  example: EXAMPLE_JOB,
});

export const updateTrainingJob = endpoint({
  ...shared,
  operationId: "updateTrainingJob",
  summary: "Changes the name, tags, note or group of a training job",
  description:
    "What is absent stays as it is; an empty text or list takes it away. A job may be changed at any time, as none of this is what it does.",
  method: "PUT",
  path: "/v1/preview/training-jobs/{training_job_id}",
  needs: "training:write",
  input: { params: JOB_PATH, body: wireObject(JOB_LABELS) },
  reply: TrainingJob,
  statuses: [404],
  example: {
    ...EXAMPLE_JOB,
    name: "Refunds, low rate",
    tags: ["baseline"],
    note: "Before the new guidelines.",
  },
});

export const cancelTrainingJob = endpoint({
  ...shared,
  operationId: "cancelTrainingJob",
  summary: "Stops a training job within one step",
  description:
    "A job that has ended already stays as it is, and so does one that is being cancelled. A cancelled job leaves no checkpoint.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/cancel",
  needs: "training:write",
  input: { params: JOB_PATH },
  reply: TrainingJob,
  statuses: [404],
  example: EXAMPLE_JOB,
});

export const retryTrainingJob = endpoint({
  ...shared,
  operationId: "retryTrainingJob",
  summary: "Queues a failed or cancelled training job again",
  description:
    "A new job with the same settings and the same data, which starts from the model's newest checkpoint. 409 where the job did not fail, or where its data are gone.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/retry",
  needs: "training:write",
  input: { params: JOB_PATH },
  reply: TrainingJob,
  statuses: [404, 409],
  idempotent: true,
  example: EXAMPLE_JOB,
});

export const listTrainingEvents = endpoint({
  ...reads,
  operationId: "listTrainingEvents",
  summary: "Lists the events of a training job, oldest first",
  description:
    "`training_started` comes first, then a `gradient_step` for each optimiser step, and `training_ended` or `training_failed` last. Pages go on with `after`, the id of the last event seen; an unknown one is 422.",
  path: "/v1/preview/training-jobs/{training_job_id}/events",
  input: { params: JOB_PATH, query: wireObject(PAGE_QUERY) },
  reply: pageOf(TrainingEvent),
  statuses: [404],
  example: { ...EXAMPLE_JOB, limit: 20 },
});

export const streamTrainingEvents = endpoint({
  ...reads,
  operationId: "streamTrainingEvents",
  summary: "Follows a training job as it happens",
  description:
    "All events so far, then each new one, until the job has ended. Beside the events of the list come `state`, `groups`, `samples`, `speed`, `waiting` (what the job waits for, or null) and `restarted` (its snapshot could not be taken up, so steps are computed again). A reader that was cut off goes on behind the id in its `Last-Event-ID` header, or in `last_event_id`; an id that the job does not have starts from the beginning. With `tail` only that many of the newest events are told in full: of those before them the `gradient_step` and `speed` ones are left out, and a `so_far` says how many events and steps there were, and how many tokens.",
  path: "/v1/preview/training-jobs/{training_job_id}/stream",
  input: {
    params: JOB_PATH,
    query: wireObject({
      lastEventId: maybe(text({ max: 10_240 })),
      tail: maybe(integer({ min: 0, max: MOST_TAIL })),
    }),
  },
  reply: TrainingEvent,
  events: true,
  statuses: [404],
  example: EXAMPLE_JOB,
});

/** What a job or checkpoint came to is said by the mean of a metric over so many of its last steps: single batches tell of chance. */
export const FIGURE_STEPS = 20;

/** Metrics that count the tokens of a step, the first one there is. */
export const TOKEN_METRICS = ["num_tokens", "train_tokens"] as const;

/** One span of steps of one metric. */
const MetricPoint = wireObject({
  firstStep: integer({ min: 1 }),
  lastStep: integer({ min: 1 }),
  first: finiteNumber,
  last: finiteNumber,
  min: finiteNumber,
  max: finiteNumber,
  mean: finiteNumber,
});

/** The first step of the points' span at which a metric had a value. */
const AtStep = wireObject({ step: integer({ min: 1 }), value: finiteNumber });

export const getTrainingMetrics = endpoint({
  ...reads,
  operationId: "getTrainingMetrics",
  summary: "Reads the metrics of a training job over its steps",
  description:
    "`names` takes several, divided by commas; all where it is absent. Where a range has more steps than `max_points`, each point stands for a span of steps and tells its least and greatest value, so that no spike is lost; `least` and `greatest` of a series name the very step, and `recent` lists the last 20 steps one by one. `with_times` adds when the last step of each span was done, and how fast the slowest and the quickest of its steps were.",
  path: "/v1/preview/training-jobs/{training_job_id}/metrics",
  input: {
    params: JOB_PATH,
    query: wireObject({
      names: maybe(label(10_240)),
      fromStep: maybe(integer({ min: 1 })),
      toStep: maybe(integer({ min: 1 })),
      maxPoints: withDefault(integer({ min: 1, max: MOST_POINTS }), 500),
      withTimes: withDefault(bool, false),
    }),
  },
  reply: wireObject({
    /** Steps that each point stands for. */
    stepsPerPoint: integer({ min: 1 }),
    series: list(
      wireObject({
        name: text(),
        points: list(MetricPoint),
        least: AtStep,
        greatest: AtStep,
        recent: list(AtStep),
      }),
    ),
    /**
     * Seconds from the start of the training to the end of a step, and tokens per second of the span's steps, null where none are counted;
     * empty unless they were asked for.
     */
    times: list(
      wireObject({
        step: integer({ min: 1 }),
        seconds: finiteNumber,
        slowest: z.nullable(finiteNumber),
        quickest: z.nullable(finiteNumber),
      }),
    ),
  }),
  statuses: [404],
  example: { ...EXAMPLE_JOB, names: "loss,grad_norm", max_points: 200 },
});

export const listTrajectories = endpoint({
  ...reads,
  operationId: "listTrajectories",
  summary: "Reads the rewarded conversations of a reinforcement learning job",
  description:
    "Groups in the order in which they were sent, with their rewards in bins. 409 for a supervised job, and where the data were removed after the job's end.",
  path: "/v1/preview/training-jobs/{training_job_id}/trajectories",
  input: { params: JOB_PATH, query: wireObject(TRAJECTORY_QUERY) },
  reply: Trajectories,
  statuses: [404, 409],
  example: { ...EXAMPLE_JOB, limit: 20 },
});

export type TrainingMetrics = z.output<(typeof getTrainingMetrics)["reply"]>;
export type TrainingJobFilter = InputOf<typeof listTrainingJobs>;
