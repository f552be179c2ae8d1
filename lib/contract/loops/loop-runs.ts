import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { ESTIMATE_FIELDS } from "#lib/contract/evaluation/estimate.ts";
import { METRIC_UNITS } from "#lib/contract/evaluation/evaluation-runs.ts";
import { PROMOTION_STATES } from "#lib/contract/evaluation/promotions.ts";
import { identifier, integer, list, oneOf, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Runs of loops: which step each is at, and the one object that each step made. */

export const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
export const count = integer({ min: 0 });
export const EXAMPLE_PROJECT = { project_id: "acme/support" };
export const EXAMPLE_LOOP = { ...EXAMPLE_PROJECT, loop_id: "019a5b30-7d9e-7f66-8b95-0a1b2c3d4e60" };
const EXAMPLE_RUN = { ...EXAMPLE_PROJECT, run_id: "019a5b30-7d9e-7f66-8b95-0a1b2c3d4e61" };

export const LOOP_TRIGGERS = ["schedule", "answers", "manual"] as const;
export type LoopTrigger = (typeof LOOP_TRIGGERS)[number];

export const LOOP_RUN_STATES = [
  "building",
  "training",
  "evaluating",
  "asking",
  "done",
  "skipped",
  "failed",
  "stopped",
] as const;
export type LoopRunState = (typeof LOOP_RUN_STATES)[number];

/** How much better a step is, in what its metric is counted in. */
export const LoopGain = wireObject({
  ...ESTIMATE_FIELDS,
  unit: oneOf(METRIC_UNITS),
});
export type LoopGain = z.output<typeof LoopGain>;

export const LoopRun = wireObject({
  id: text(),
  loopId: text(),
  trigger: oneOf(LOOP_TRIGGERS),
  state: oneOf(LOOP_RUN_STATES),
  /** What came of it, or why it was skipped or failed, as a sentence; null until it ends. */
  outcome: z.nullable(text()),
  /** Why it does not continue at this moment; null where it does. */
  waitingFor: z.nullable(text()),
  datasetId: text(),
  /** Of the dataset; null until it is built. */
  version: z.nullable(count),
  modelId: text(),
  jobId: z.nullable(text()),
  /** Of the checkpoint that the job made. */
  step: z.nullable(count),
  /** Of the checkpoint that it has to be better than. */
  comparedStep: z.nullable(count),
  evaluationId: z.nullable(text()),
  /** Of the new step and of the one that it is compared with, then those that the gate of the alias looks at. */
  evaluationRunIds: list(text()),
  /** How much better the new step is; null until both are measured. */
  gain: z.nullable(LoopGain),
  /** What it asked for, and what has become of that. */
  promotion: z.nullable(wireObject({ id: text(), alias: text(), state: oneOf(PROMOTION_STATES) })),
  /** In whose name it acts. */
  createdBy: text(),
  createdAt: timestamp,
  endedAt: z.nullable(timestamp),
});
export type LoopRun = z.output<typeof LoopRun>;

export const queryLoopRuns = endpoint({
  ...shared,
  operationId: "queryLoopRuns",
  summary: "Lists runs of loops, newest first, with what each step made",
  method: "POST",
  path: "/loop_runs/query",
  needs: "training:read",
  input: { body: wireObject({ projectId, loopId: maybe(identifier()), ...OFFSET_QUERY }) },
  reply: wireObject({ runs: list(LoopRun), totalCount: count }),
  example: { ...EXAMPLE_LOOP, limit: 20 },
});

export const stopLoopRun = endpoint({
  ...shared,
  operationId: "stopLoopRun",
  summary: "Stops a run of a loop",
  description:
    "Its job, or the evaluations that it waits for, are cancelled; what was made before stays. A run that has ended does not change.",
  method: "POST",
  path: "/loop_runs/{run_id}/stop",
  needs: "training:write",
  input: { params: wireObject({ runId: identifier() }), body: wireObject({ projectId }) },
  reply: wireObject({ run: LoopRun }),
  statuses: [404],
  example: EXAMPLE_RUN,
});
