import { endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  storable,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { closedObject, maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import {
  count,
  EVALUATION_PATH,
  EXAMPLE_EVALUATION,
  EXAMPLE_PROJECT,
  PROJECT,
  shared,
} from "./evaluation-parts.internal.ts";
import { Grader } from "./grader.ts";

const MAX_GRADERS = 10;
export const MAX_SUBJECTS = 8;
export const MAX_SAMPLES = 8;
/** Models whose new checkpoints one evaluation measures by itself. */
export const MAX_WATCHED = 8;
/** Rows times samples. */
export const MAX_ANSWERS = 20_000;

/**
 * What is measured of each answer without any grader: whether it is the reference, how improbable the model holds the reference, of a
 * pair whether the preferred reply is the likelier one, how long it took, how long it is.
 */
export const OWN_METRICS = [
  "exact_match",
  "prefers_chosen",
  "nll",
  "latency_ms",
  "completion_tokens",
] as const;

export const metricName = storable(
  text({ max: 64 }).check(
    z.regex(/^[A-Za-z_][\w.-]*$/),
    // Scores are objects by these names, and no object of JavaScript can have this one.
    refuseUnless((name) => name !== "__proto__", {
      type: "value_error",
      text: "no metric can be called __proto__; choose another name",
    }),
  ),
);

export const EvaluationGrader = closedObject({
  /** What its scores are called wherever they are shown. */
  name: metricName,
  grader: Grader,
});
export type EvaluationGrader = z.output<typeof EvaluationGrader>;

const temperature = finiteNumber.check(
  refuseUnless((value) => value >= 0, { type: "greater_than_equal", bound: 0 }),
  refuseUnless((value) => value <= 2, { type: "less_than_equal", bound: 2 }),
);

export const EvaluationSampling = closedObject({
  temperature: withDefault(temperature, 0),
  maxTokens: withDefault(integer({ min: 1, max: 32_768 }), 256),
});
export type EvaluationSampling = z.output<typeof EvaluationSampling>;

/** Whose answers a run measures, named as in chat completions. */
export const EvaluationSubject = wireObject({
  name: text(),
  /** Of a registered model, whose checkpoint of this step answers; null for base models and those of other servers. */
  modelId: z.nullable(text()),
  step: z.nullable(count),
});
export type EvaluationSubject = z.output<typeof EvaluationSubject>;

export const RUN_STATES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_ORIGINS = ["person", "checkpoint", "loop", "guard"] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

export const EvaluationRun = wireObject({
  id: text(),
  evaluationId: text(),
  subject: EvaluationSubject,
  /** Whether the arrival of the checkpoint started it, and not somebody. */
  isAutomatic: bool,
  /** What started it: somebody, the arrival of its checkpoint, a loop, or the guard of a run of reinforcement. */
  origin: oneOf(RUN_ORIGINS),
  /** Of the dataset. */
  version: count,
  samples: count,
  seed: integer(),
  state: oneOf(RUN_STATES),
  /** Rows times samples, how many of them are done, and how many of those have an answer that could not be scored by everything. */
  total: count,
  done: count,
  masked: count,
  /** Of the masked, those of which a template of a grader names what has no value: asked again, they would be masked again. */
  unfillable: count,
  /** Why it does not advance at this moment, or null. */
  waitingFor: z.nullable(text()),
  /** Why it failed. */
  errorMessage: z.nullable(text()),
  createdBy: text(),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
});
export type EvaluationRun = z.output<typeof EvaluationRun>;

export const WatchedModel = wireObject({
  modelId: text(),
  modelName: text(),
  /** Checkpoints from before are not measured by themselves. */
  since: timestamp,
  addedBy: text(),
});
export type WatchedModel = z.output<typeof WatchedModel>;

const EVALUATION = {
  id: text(),
  projectId: text(),
  name: text(),
  datasetId: text(),
  datasetName: text(),
  /** The version that is measured with; null for the newest at each run. */
  version: z.nullable(count),
  graders: list(EvaluationGrader),
  sampling: EvaluationSampling,
  isArchived: bool,
  /** Whose new checkpoints are measured by themselves, each once, in the name of the person who asked for it. */
  onCheckpoint: list(WatchedModel),
  createdBy: text(),
  createdAt: timestamp,
};

export const Evaluation = wireObject({
  ...EVALUATION,
  runCount: count,
  lastRun: z.nullable(EvaluationRun),
});
export type Evaluation = z.output<typeof Evaluation>;

const graders = list(EvaluationGrader, { max: MAX_GRADERS }).check(
  refuseUnless((given) => new Set(given.map(({ name }) => name)).size === given.length, {
    type: "value_error",
    text: "each grader needs a name of its own",
  }),
  refuseUnless((given) => given.every(({ name }) => !OWN_METRICS.some((own) => own === name)), {
    type: "value_error",
    text: `${OWN_METRICS.join(", ")} are measured anyway; give the grader another name`,
  }),
);

const evaluationName = label(128).check(
  refuseUnless((name) => name.trim() !== "", { type: "string_too_short", bound: 1 }),
);

/** What an answer is measured by. */
const MEASURES = {
  datasetId: identifier(),
  version: maybe(count),
  graders: withDefault(graders, []),
  sampling: withDefault(EvaluationSampling, { temperature: 0, maxTokens: 256 }),
};

const watchedModels = list(identifier(), { max: MAX_WATCHED });

export const createEvaluation = endpoint({
  ...shared,
  operationId: "createEvaluation",
  summary: "Creates an evaluation: a dataset and what is measured of the answers to its rows",
  description:
    "Nothing is run yet. Measured are the held-out rows of the dataset, or all rows of one of kind `eval`. Always measured are exact match with the reference, latency and tokens, and for base models and registered ones the negative log-likelihood of the reference (`nll`, in nats a token) and, of pairs, whether the model gives the chosen reply the higher log-likelihood, all its tokens together (`prefers_chosen`). Neither depends on sampling. `version` names one version; without it, each run takes the newest. `on_checkpoint` names models of the project: each checkpoint that one of them gets from now on is measured by itself, once. A name that an evaluation of the project has is 409 with the code `name_taken`.",
  method: "POST",
  path: "/evaluations",
  needs: "evaluations:write",
  input: {
    body: wireObject({
      projectId,
      name: evaluationName,
      ...MEASURES,
      onCheckpoint: maybe(watchedModels),
    }),
  },
  reply: wireObject({ evaluation: Evaluation }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_PROJECT,
    name: "Intents",
    dataset_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f",
    graders: [
      {
        name: "close",
        grader: {
          type: "text_similarity",
          input: "{{sample.output_text}}",
          reference: "{{item.reference}}",
          evaluation_metric: "fuzzy_match",
          pass_threshold: 0.9,
        },
      },
    ],
    sampling: { temperature: 0, max_tokens: 64 },
  },
});

export const queryEvaluations = endpoint({
  ...shared,
  operationId: "queryEvaluations",
  summary: "Lists the evaluations of a project with their last runs, newest first",
  description:
    "`name` keeps evaluations whose name contains it, ignoring case; `model_id` those with a run of the model; `is_archived` keeps archived evaluations, or the others.",
  method: "POST",
  path: "/evaluations/query",
  needs: "evaluations:read",
  input: {
    body: wireObject({
      projectId,
      name: maybe(label(128)),
      datasetId: maybe(identifier()),
      modelId: maybe(identifier()),
      isArchived: maybe(bool),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ evaluations: list(Evaluation), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, limit: 50 },
});

export const getEvaluation = endpoint({
  ...shared,
  operationId: "getEvaluation",
  summary: "Reads an evaluation with its newest runs",
  method: "GET",
  path: "/evaluations/{evaluation_id}",
  needs: "evaluations:read",
  input: { params: EVALUATION_PATH, query: PROJECT },
  reply: wireObject({
    evaluation: Evaluation,
    /** The newest 50, and the newest 50 that people started; newest first. */
    runs: list(EvaluationRun),
  }),
  statuses: [404],
  example: EXAMPLE_EVALUATION,
});

export const updateEvaluation = endpoint({
  ...shared,
  operationId: "updateEvaluation",
  summary: "Renames an evaluation, archives or restores it, or changes what runs by itself",
  description:
    "Absent or null fields do not change. `measures` replaces dataset, version, graders and sampling as a whole, as long as nothing was measured by them: once there is a run, other measures are 409 with the code `measured`. An archived evaluation leaves the usual list and measures nothing new; its runs stay. `on_checkpoint` replaces the models whose new checkpoints are measured by themselves. A name that another evaluation of the project has is 409 with the code `name_taken`.",
  method: "PUT",
  path: "/evaluations/{evaluation_id}",
  needs: "evaluations:write",
  input: {
    params: EVALUATION_PATH,
    body: wireObject({
      projectId,
      name: maybe(evaluationName),
      measures: maybe(closedObject(MEASURES)),
      isArchived: maybe(bool),
      onCheckpoint: maybe(watchedModels),
    }),
  },
  reply: wireObject({ evaluation: Evaluation }),
  statuses: [404, 409],
  example: { ...EXAMPLE_EVALUATION, name: "Intents of October" },
});

export const deleteEvaluation = endpoint({
  ...shared,
  operationId: "deleteEvaluation",
  summary: "Deletes an evaluation that nothing refers to",
  description:
    "One with runs, or that a gate, a loop or a run of reinforcement goes by, is 409 with the code `in_use`; archive it instead.",
  method: "DELETE",
  path: "/evaluations/{evaluation_id}",
  needs: "evaluations:write",
  input: { params: EVALUATION_PATH, query: PROJECT },
  reply: wireObject({ deletedCount: count }),
  statuses: [404, 409],
  example: EXAMPLE_EVALUATION,
});
