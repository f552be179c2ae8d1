import { endpoint } from "#lib/contract/endpoint.ts";
import { finiteNumber, identifier, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";
import {
  count,
  EVALUATION_PATH,
  EXAMPLE_EVALUATION,
  MEASURED_RETRACTIONS,
  shared,
} from "./evaluation-parts.internal.ts";
import { MetricFacts } from "./evaluation-runs.ts";

/** The newest steps that one curve has. */
export const MAX_CURVE_STEPS = 50;

export const CurvePoint = wireObject({
  step: count,
  /** The newest completed run of the step. */
  runId: text(),
  /** Of the dataset. */
  version: count,
  estimate: Estimate,
  retracted: MEASURED_RETRACTIONS,
});
export type CurvePoint = z.output<typeof CurvePoint>;

/** Where a gate draws the line for the next checkpoint, by the numbers of the one that has the alias. */
export const CurveGate = wireObject({
  alias: text(),
  role: oneOf(["target", "guard"]),
  /** The alias's own value, plus what it must gain or minus what it may lose. */
  value: finiteNumber,
});
export type CurveGate = z.output<typeof CurveGate>;

export const getEvaluationCurve = endpoint({
  ...shared,
  operationId: "getEvaluationCurve",
  summary: "Reads how a model does in an evaluation, step by step",
  description:
    "Of each step the newest completed run counts, of at most 50 steps the newest ones. `metric` is the first of `metrics` unless one is named. Intervals are of 95 %, resampled by what belongs together. `gates` says where the model's gates that go by this metric draw their line: a gate compares row by row, so a checkpoint beyond the line may still be no better than chance.",
  method: "POST",
  path: "/evaluations/{evaluation_id}/curve",
  needs: "evaluations:read",
  input: {
    params: EVALUATION_PATH,
    body: wireObject({ projectId, modelId: identifier(), metric: maybe(text({ max: 64 })) }),
  },
  reply: wireObject({
    metrics: list(MetricFacts),
    /** Null where nothing was measured. */
    metric: z.nullable(text()),
    points: list(CurvePoint),
    /** The newest completed run of each step, also where the metric has no number of it. */
    runs: list(wireObject({ step: count, runId: text() })),
    gates: list(CurveGate),
  }),
  statuses: [404],
  example: { ...EXAMPLE_EVALUATION, model_id: "019a5b31-6c8d-7e55-9a84-9e0f1a2b3c4d" },
});
