import { endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  dict,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { PAGE_QUERY, pageOf } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { MAX_FIGURE_STEPS } from "./figure-steps.ts";
import { TRAJECTORY_QUERY, Trajectories } from "./training-data.ts";

const MAX_POINTS = 5_000;
const MAX_TAIL = 100_000;

export const TrainingEvent = wireObject({ id: text(), type: text(), data: dict, createdAt: timestamp });
export type TrainingEvent = z.output<typeof TrainingEvent>;

const JOB_PATH = wireObject({ trainingJobId: identifier() });
const EXAMPLE_JOB = { training_job_id: "019a5b31-7d2e-7f30-9b4c-6d7e8f9a0b1c" };

const reads = {
  group: "training",
  auth: ["bearer", "session"],
  projectAt: "verb",
  method: "GET",
  needs: "training:read",
} as const;

export const listTrainingEvents = endpoint({
  ...reads,
  operationId: "listTrainingEvents",
  summary: "Lists the events of a training job, oldest first",
  description:
    "`training_started` comes first, then a `gradient_step` for each optimiser step, and `training_ended` or `training_failed` last. For the next page, send the id of the last event in `after`. An unknown id is 422.",
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
    "All events so far, then each new one, until the job ends. In addition to the listed events: `state`, `groups`, `samples`, `speed`, `waiting` (what the job waits for, or null) `checkpoint` (one that the job left on the way) and `restarted` (its snapshot could not be used, so steps are repeated). After a disconnect, send the last id in the `Last-Event-ID` header or in `last_event_id` to continue; an unknown id starts from the beginning. With `tail`, only that many of the newest events are sent in full: earlier `gradient_step` and `speed` events are left out, and a `so_far` event has the number of events, steps and tokens before.",
  path: "/v1/preview/training-jobs/{training_job_id}/stream",
  input: {
    params: JOB_PATH,
    query: wireObject({
      lastEventId: maybe(text({ max: 10_240 })),
      tail: maybe(integer({ min: 0, max: MAX_TAIL })),
    }),
  },
  reply: TrainingEvent,
  events: true,
  statuses: [404],
  example: EXAMPLE_JOB,
});

/** Metrics that count the tokens of a step, the first one there is. */
export const TOKEN_METRICS = ["num_tokens", "train_tokens"] as const;

/** One span of steps of one metric. */
export const MetricPoint = wireObject({
  firstStep: integer({ min: 1 }),
  lastStep: integer({ min: 1 }),
  first: finiteNumber,
  last: finiteNumber,
  min: finiteNumber,
  max: finiteNumber,
  mean: finiteNumber,
});

/** The first step of the points' span at which a metric had a value. */
export const AtStep = wireObject({ step: integer({ min: 1 }), value: finiteNumber });

export const getTrainingMetrics = endpoint({
  ...reads,
  operationId: "getTrainingMetrics",
  summary: "Reads the metrics of a training job over its steps",
  description: `\`names\` is a comma-separated list; without it, all metrics are returned. If a range has more steps than \`max_points\`, each point covers a span of steps and has its minimum and maximum, so that no spike is lost; \`least\` and \`greatest\` of a series name the exact step, and \`recent\` lists the last ${MAX_FIGURE_STEPS} steps one by one. \`with_times\` adds when the last step of each span ended, and the speed of its slowest and fastest step.`,
  path: "/v1/preview/training-jobs/{training_job_id}/metrics",
  input: {
    params: JOB_PATH,
    query: wireObject({
      names: maybe(label(10_240)),
      fromStep: maybe(integer({ min: 1 })),
      toStep: maybe(integer({ min: 1 })),
      maxPoints: withDefault(integer({ min: 1, max: MAX_POINTS }), 500),
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

export const MAX_JOBS_OF_CURVES = 100;
const MAX_CURVE_POINTS = 100;
const MAX_CURVE_NAMES = 8;

export const TrainingCurves = wireObject({
  trainingJobId: text(),
  /** Steps that each point stands for; a longer job has longer spans. */
  stepsPerPoint: integer({ min: 1 }),
  series: list(wireObject({ name: text(), points: list(MetricPoint), recent: list(AtStep) })),
});
export type TrainingCurves = z.output<typeof TrainingCurves>;

export const queryTrainingCurves = endpoint({
  group: "training",
  auth: ["bearer", "session"],
  needs: "training:read",
  operationId: "queryTrainingCurves",
  summary: "Reads small curves of several training jobs at once",
  description: `One element for each named job of the project, in the order of the ids; unknown ones are left out. Points and \`recent\` are those of a job’s metrics from its first step on, at most \`max_points\` per curve.`,
  method: "POST",
  path: "/v1/preview/training-curves/query",
  input: {
    body: wireObject({
      projectId,
      trainingJobIds: list(identifier(), { max: MAX_JOBS_OF_CURVES }),
      names: list(label(), { min: 1, max: MAX_CURVE_NAMES }),
      maxPoints: withDefault(integer({ min: 1, max: MAX_CURVE_POINTS }), 40),
    }),
  },
  reply: wireObject({ curves: list(TrainingCurves) }),
  example: {
    project_id: "acme/support",
    training_job_ids: [EXAMPLE_JOB.training_job_id],
    names: ["loss", "reward"],
  },
});

export const listTrajectories = endpoint({
  ...reads,
  operationId: "listTrajectories",
  summary: "Reads the rewarded conversations of a reinforcement learning job",
  description:
    "Groups in the order in which they were sent, with a histogram of their rewards. 409 for a supervised job, and if the data was removed after the job ended.",
  path: "/v1/preview/training-jobs/{training_job_id}/trajectories",
  input: { params: JOB_PATH, query: wireObject(TRAJECTORY_QUERY) },
  reply: Trajectories,
  statuses: [404, 409],
  example: { ...EXAMPLE_JOB, limit: 20 },
});

export type TrainingMetrics = z.output<(typeof getTrainingMetrics)["reply"]>;
