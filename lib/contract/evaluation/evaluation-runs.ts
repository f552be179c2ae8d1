import { endpoint } from "#lib/contract/endpoint.ts";
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
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { BlindComparison } from "./blind-queues.ts";
import { Estimate } from "./estimate.ts";
import {
  count,
  EVALUATION_PATH,
  EXAMPLE_EVALUATION,
  EXAMPLE_OTHER_RUN,
  EXAMPLE_RUN,
  MEASURED_RETRACTIONS,
  PROJECT,
  RUN_PATH,
  shared,
} from "./evaluation-parts.internal.ts";
import { EvaluationRun, MAX_SAMPLES, MAX_SUBJECTS } from "./evaluations.ts";

const subject = identifier(1024);

export const createEvaluationRuns = endpoint({
  ...shared,
  operationId: "createEvaluationRuns",
  summary: "Starts runs of an evaluation, one for each subject",
  description:
    "`subjects` are models as chat completions name them; a name that moves, such as an alias or the newest step, is fixed to the step that it has now. Registered models must be the project's own. Each answer is stored as a call of the thread `eval/<run_id>`. A dataset without rows to measure is 409 with the code `no_rows`, an archived evaluation 409 with the code `archived`.",
  method: "POST",
  path: "/evaluations/{evaluation_id}/runs",
  needs: "evaluations:write",
  input: {
    params: EVALUATION_PATH,
    body: wireObject({
      projectId,
      subjects: list(subject, { min: 1, max: MAX_SUBJECTS }),
      samples: withDefault(integer({ min: 1, max: MAX_SAMPLES }), 1),
      seed: withDefault(integer({ min: 0, max: 2 ** 31 - 1 }), 1),
    }),
  },
  reply: wireObject({ runs: list(EvaluationRun) }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_EVALUATION, subjects: ["spindle-mini"], samples: 1, seed: 1 },
});

export type MeasuredRetractions = NonNullable<z.output<typeof MEASURED_RETRACTIONS>>;

export const getEvaluationRun = endpoint({
  ...shared,
  operationId: "getEvaluationRun",
  summary: "Reads a run of an evaluation",
  method: "GET",
  path: "/evaluation_runs/{run_id}",
  needs: "evaluations:read",
  input: { params: RUN_PATH, query: PROJECT },
  reply: wireObject({ run: EvaluationRun, retracted: MEASURED_RETRACTIONS }),
  statuses: [404],
  example: EXAMPLE_RUN,
});

export const cancelEvaluationRun = endpoint({
  ...shared,
  operationId: "cancelEvaluationRun",
  summary: "Cancels a run",
  description: "What it has measured stays. A run that has ended does not change.",
  method: "POST",
  path: "/evaluation_runs/{run_id}/cancel",
  needs: "evaluations:write",
  input: { params: RUN_PATH, body: PROJECT },
  reply: wireObject({ run: EvaluationRun }),
  statuses: [404],
  example: EXAMPLE_RUN,
});

export const retryEvaluationRun = endpoint({
  ...shared,
  operationId: "retryEvaluationRun",
  summary: "Measures again what a run could not measure",
  description:
    "Answers that are masked by anything are asked for again, and so is what a cancelled or failed run has left. The others stay. A run that has not ended is 409 with the code `not_ended`.",
  method: "POST",
  path: "/evaluation_runs/{run_id}/retry",
  needs: "evaluations:write",
  input: { params: RUN_PATH, body: PROJECT },
  reply: wireObject({ run: EvaluationRun }),
  statuses: [404, 409],
  example: EXAMPLE_RUN,
});

export const METRIC_UNITS = ["share", "score", "nats", "ms", "tokens"] as const;
export const MetricFacts = wireObject({
  name: text(),
  unit: oneOf(METRIC_UNITS),
  better: oneOf(["higher", "lower"]),
});
export type MetricFacts = z.output<typeof MetricFacts>;

export const ComparisonCell = wireObject({
  metric: text(),
  /** Over the answers that it could be measured of. */
  estimate: Estimate,
  /** Against the baseline, over rows that both have; null of the baseline itself, or without one. */
  difference: z.nullable(Estimate),
  /** What the difference is of, where rows that belong together, such as those of one conversation, count as one. */
  units: count,
  /** Of McNemar's exact test, where each answer passes or fails; null elsewhere. */
  pValue: z.nullable(finiteNumber),
  masked: count,
  failed: count,
  /** Answers that are better, or worse, than the baseline's to the same row. */
  fixed: count,
  broken: count,
});
export type ComparisonCell = z.output<typeof ComparisonCell>;

/** What people and a judge together say of a run: people's mean, narrower by what the judge says of all other answers. */
export const PeopleAndJudge = wireObject({
  /** By prediction-powered inference; it holds however bad the judge is, if those that people answered were drawn at random. */
  together: Estimate,
  peopleAlone: Estimate,
  judgeAlone: Estimate,
  /** How often they agree where both said yes or no. */
  alike: Estimate,
});
export type PeopleAndJudge = z.output<typeof PeopleAndJudge>;

export const compareEvaluationRuns = endpoint({
  ...shared,
  operationId: "compareEvaluationRuns",
  summary: "Compares runs of an evaluation, metric by metric, with intervals",
  description:
    "Intervals are of 95 %. Differences are paired by row and resampled by what belongs together: rows of one thread, trace or prompt. An answer that could not be scored is left out, and never counts as 0. " +
    "With `people`, the answers that people judged in a queue (numbers count as they are, yes is 1 and no is 0) are joined with what the grader `judge` of the evaluation says of all: `people_and_judge`. Cases are what belongs together, as above.",
  method: "POST",
  path: "/evaluations/{evaluation_id}/compare",
  needs: "evaluations:read",
  input: {
    params: EVALUATION_PATH,
    body: wireObject({
      projectId,
      runs: list(identifier(), { min: 1, max: MAX_SUBJECTS }),
      baseline: maybe(identifier()),
      people: maybe(
        wireObject({
          queueId: identifier(),
          /** Reference of the queue's field, in any of its versions. */
          field: identifier(1024),
          /** A grader of the evaluation. */
          judge: text({ max: 64 }),
        }),
      ),
    }),
  },
  reply: wireObject({
    metrics: list(MetricFacts),
    subjects: list(
      wireObject({
        run: EvaluationRun,
        cells: list(ComparisonCell),
        /** Null where `people` was not sent. */
        peopleAndJudge: z.nullable(PeopleAndJudge),
        retracted: MEASURED_RETRACTIONS,
      }),
    ),
    /** What people said who compared these runs blindly. */
    blind: BlindComparison,
  }),
  statuses: [404],
  example: {
    ...EXAMPLE_EVALUATION,
    runs: [EXAMPLE_RUN.run_id, EXAMPLE_OTHER_RUN],
    baseline: EXAMPLE_OTHER_RUN,
  },
});

/** Of one metric: what became better or worse than the baseline's answer; what could not be scored; what failed or passed. */
export const RESULT_FILTERS = ["fixed", "broken", "masked", "failed", "passed"] as const;
export type ResultFilter = (typeof RESULT_FILTERS)[number];

export const EvaluationScore = wireObject({
  metric: text(),
  /** Null where it is masked. */
  score: z.nullable(finiteNumber),
  /** Null where the metric has no pass or fail. */
  passed: z.nullable(bool),
  /** Why there is no score, as a sentence. */
  masked: z.nullable(text()),
});
export type EvaluationScore = z.output<typeof EvaluationScore>;

const ANSWER = {
  /** The call that it was stored as; null where there is no answer. */
  callId: z.nullable(text()),
  output: z.nullable(text()),
  /** Why there is no answer. */
  error: z.nullable(text()),
  scores: list(EvaluationScore),
};

export const EvaluationAnswer = wireObject(ANSWER);
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>;

export const EvaluationResult = wireObject({
  /** Of the row in its version. */
  position: count,
  sample: count,
  prompt: list(dict),
  reference: z.nullable(text()),
  ...ANSWER,
  latencyMs: z.nullable(count),
  completionTokens: z.nullable(count),
  /** The baseline's answer to the same row and sample. */
  baseline: z.nullable(EvaluationAnswer),
});
export type EvaluationResult = z.output<typeof EvaluationResult>;

export const queryEvaluationResults = endpoint({
  ...shared,
  operationId: "queryEvaluationResults",
  summary: "Lists the answers of a run with their scores",
  description:
    "In the order of the rows; with `draw`, so many drawn at random, always the same ones, and more of them are those and others. `text` keeps answers where the question, the reference or the answer contains it, ignoring case. `filter` needs a `metric`, and `fixed` and `broken` also a `baseline`: another run of the same evaluation.",
  method: "POST",
  path: "/evaluation_runs/{run_id}/results",
  needs: "evaluations:read",
  input: {
    params: RUN_PATH,
    body: wireObject({
      projectId,
      metric: maybe(text({ max: 64 })),
      filter: maybe(oneOf(RESULT_FILTERS)),
      baseline: maybe(identifier()),
      text: maybe(label(256)),
      draw: maybe(integer({ min: 1, max: 1000 })),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ results: list(EvaluationResult), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_RUN, metric: "exact_match", filter: "failed", limit: 20 },
});
