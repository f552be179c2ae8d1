import { endpoint, MIB } from "#lib/contract/endpoint.ts";
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
import { longList } from "#lib/contract/json-lines.ts";
import { PAGE_QUERY, pageOf } from "#lib/contract/paging.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { JOB_HEALTHS, JobWarning } from "./job-health.ts";
import { JOB_LABELS } from "./job-labels.ts";
import { CANCEL_CAUSES, JOB_KINDS, JOB_STATES, JOB_STATUSES } from "./job-states.ts";
import { RlConfig, SftConfig } from "./training-config.ts";
import { SftCheck, TrainingSource } from "./training-data.ts";

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
  /** Of the time since `training_start`, how many seconds it was back in the queue, such as for other jobs to have their turn; the wait that has not ended begins at `waiting_since`. */
  waitedSeconds: finiteNumber,
  waitingSince: z.nullable(timestamp),
  errorMessage: z.nullable(text()),
  /** Whether the job learns, by its warnings: a dead one may be completed and has learned nothing. */
  health: oneOf(JOB_HEALTHS),
  warnings: list(JobWarning),
  /** Step of the checkpoint that the job made. */
  checkpointStep: z.nullable(integer({ min: 0 })),
  /** Optimiser step whose weights that checkpoint has; fewer than `step` where an earlier one was the best. Null for those of earlier releases. */
  keptStep: z.nullable(integer({ min: 0 })),
  /** Those that it left on the way and that are still there, with the optimiser step of each. */
  interimCheckpoints: list(wireObject({ step: integer({ min: 0 }), jobStep: integer({ min: 1 }) })),
  /** Whether it was ended before its last step and left what it had learned. */
  isStoppedEarly: bool,
  /** Step of the checkpoint to start from, as it was asked for; null is the newest one when the job begins. */
  startStep: z.nullable(integer({ min: 0 })),
  /** Step of the checkpoint that it did start from; null until it has begun. */
  startedFromStep: z.nullable(integer({ min: 0 })),
  createdAt: timestamp,
  createdBy: text(),
  /** The settings as they were sent. */
  config: dict,
  source: TrainingSource,
  /** The rows that it is measured by; null where there are none. */
  validation: z.nullable(wireObject({ name: z.nullable(text()), rows: integer({ min: 0 }) })),
  /** The job that this one repeats. */
  retryOf: z.nullable(text()),
  /** Jobs of the same model that must end first; null once it was taken. */
  queuePosition: z.nullable(integer({ min: 0 })),
  /** What the job waits for, such as missing files or a full disk, or null. */
  waitingFor: z.nullable(text()),
  /** Attempts since the last completed step; more than one if an earlier one failed, with the reason in `last_fault`. */
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
  /** Who has it stopped, by name, and why; null where nobody has, and of jobs that earlier releases stopped. */
  cancellation: z.nullable(wireObject({ by: text(), cause: oneOf(CANCEL_CAUSES) })),
});
export type TrainingJobDetail = z.output<typeof TrainingJobDetail>;

const JOB_PATH = wireObject({ trainingJobId: identifier() });
const EXAMPLE_MODEL = { model_id: "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b" };
const EXAMPLE_JOB = { training_job_id: "019a5b31-7d2e-7f30-9b4c-6d7e8f9a0b1c" };

/** What jobs of every kind are asked for. */
export const JOB_START = {
  /** Step of the checkpoint to start from; without it the newest one when the job begins. */
  startStep: maybe(integer({ min: 0, max: 2 ** 31 - 1 })),
};

export const shared = { group: "training", auth: ["bearer", "session"], projectAt: "verb" } as const;
export const creates = {
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
    "Each group has several answers to one prompt with their rewards. Absent or null settings get their defaults; unknown ones are ignored. Jobs of one model run one after the other, each from the newest checkpoint or from that of `start_step`. The optimizer’s state is carried on from the job that made that checkpoint while it is kept: for the newest one, and for those that a job which has not ended starts from.",
  path: "/v1/preview/training-jobs",
  input: {
    body: wireObject({
      modelId: identifier(),
      trajectoryGroups: longList({ max: 100_000 }),
      experimentalConfig: maybe(RlConfig),
      ...JOB_START,
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
    /** Rows to measure by: anything that `training_data_url` can be but an address; without it the rows that the version of a dataset holds out. */
    validationDataUrl: maybe(text({ min: 1, max: 32 * MIB })),
    config: maybe(SftConfig),
    /** Not read; nothing in it has a meaning yet. */
    experimentalConfig: maybe(dict),
    ...JOB_START,
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
    "`training_data_url` is the id of an uploaded file, a `wandb-artifact:///entity/project/name:vN` reference to one, the `ref` of a dataset version (only rows that are not held out are trained on), a `data:` address, an `https:` address outside private networks, or `job:` and the id of a supervised job whose data is used again. Each line of the data is a JSON object with `messages` and, optionally, `tools` and a `weight`: a number that says how much the row counts within its batch, 1 where it is absent. Rows of a dataset are shuffled and rows of a file are not, unless `shuffle` says otherwise. The loss on rows that are held out is the metric `validation_loss` of every tenth of the steps, or of every `validation_every`; with `keep: best`, the checkpoint has the weights of the step where it was least.",
  path: "/v1/preview/sft-training-jobs",
  input: SFT_JOB,
  maxBodyBytes: 32 * MIB,
  example: { ...EXAMPLE_SFT, name: "Refunds, low rate", tags: ["baseline"] },
});

export const validateSftTrainingJob = endpoint({
  ...shared,
  operationId: "validateSftTrainingJob",
  summary: "Checks a supervised job without creating it",
  description:
    "Accepts the same request. Errors in lines are listed in `problems`, up to 20, and are not refused. An `https:` address is fetched for this.",
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
    "Without `project_id`, jobs of every project that the caller may read. `search` matches parts of names, tags, notes, groups and model names, ignoring case.",
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
    "Absent fields do not change; an empty text or list removes the value. A job can be changed at any time, because these fields do not affect training.",
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
    "Does nothing to a job that has ended or is being cancelled. A cancelled job leaves no checkpoint. With `keep: true`, a job that has done a step ends completed instead, and what it has learned so far becomes its checkpoint (the best step so far, where it was to keep that one); `is_stopped_early` says so.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/cancel",
  needs: "training:write",
  input: { params: JOB_PATH, query: wireObject({ keep: maybe(bool) }) },
  reply: TrainingJob,
  statuses: [404],
  example: EXAMPLE_JOB,
});

export const retryTrainingJob = endpoint({
  ...shared,
  operationId: "retryTrainingJob",
  summary: "Queues a failed or cancelled training job again",
  description:
    "Creates a new job with the same settings and data, which starts from the model's newest checkpoint, or from the same `start_step`. Where a job that repeats it has not ended yet, the answer is that job. 409 if the job has not failed and was not cancelled, or if its data or that checkpoint is gone.",
  method: "POST",
  path: "/v1/preview/training-jobs/{training_job_id}/retry",
  needs: "training:write",
  input: { params: JOB_PATH },
  reply: TrainingJob,
  statuses: [404, 409],
  idempotent: true,
  example: EXAMPLE_JOB,
});
