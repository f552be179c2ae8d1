import { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { integer, list, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { checkpointAlias } from "#lib/contract/models/models.ts";
import { wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Estimate } from "./estimate.ts";
import { count, EXAMPLE_PROJECT, MEASURED_RETRACTIONS, shared } from "./evaluation-parts.internal.ts";
import { MetricFacts } from "./evaluation-runs.ts";

/** What is known of the checkpoints that serve. */

export const ServedMeasure = wireObject({
  evaluationId: text(),
  evaluationName: text(),
  /** The newest run of the checkpoint that has ended well. */
  runId: text(),
  /** Of the dataset. */
  version: count,
  endedAt: z.nullable(timestamp),
  /** What the alias's gate goes by, where it goes by this evaluation, and else the first of the evaluation. */
  metric: MetricFacts,
  estimate: Estimate,
  retracted: MEASURED_RETRACTIONS,
});
export type ServedMeasure = z.output<typeof ServedMeasure>;

export const ServedCheckpoint = wireObject({
  modelId: text(),
  modelName: text(),
  step: count,
  /** Since when it has the alias. */
  since: timestamp,
  /** Null where nothing has measured it. */
  measure: z.nullable(ServedMeasure),
  /** Null where nothing that it learned from is retracted. */
  retracted: z.nullable(RetractedRows),
});
export type ServedCheckpoint = z.output<typeof ServedCheckpoint>;

export const queryServedEvaluations = endpoint({
  ...shared,
  operationId: "queryServedEvaluations",
  summary: "Lists the checkpoints that have an alias, with what was measured of each last",
  description:
    "Of each model whose checkpoint has the alias, the one that got it last first. The interval is of 95 %, as where runs are compared.",
  method: "POST",
  path: "/evaluations/served",
  needs: "evaluations:read",
  input: {
    body: wireObject({
      projectId,
      alias: withDefault(checkpointAlias, "production"),
      limit: withDefault(integer({ min: 1, max: 20 }), 3),
    }),
  },
  reply: wireObject({ checkpoints: list(ServedCheckpoint), totalCount: count }),
  example: { ...EXAMPLE_PROJECT, alias: "production" },
});
