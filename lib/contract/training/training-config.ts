import { type Fault, fault, type Payload, refuseUnless } from "#lib/contract/fault.ts";
import { bool, finiteNumber, identifier, integer, list, oneOf, present } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Rates of one job at most: one for each batch. */
const MAX_RATES = 1_000_000;

/** AdamW moves each weight by about its rate in a step, so beyond this no model survives. */
const MAX_RATE = 1;
const RATE = { type: "number", minimum: 0, maximum: MAX_RATE };

const amount = number({ min: 0 });
const rate = number({ min: 0, max: MAX_RATE });
const count = integer({ min: 1 });

/** How a supervised job trains. Every key may be left out or null; unknown keys are ignored. */
export const SftConfig = wireObject({
  batchSize: maybe(batchSize()),
  /** One for all batches, or one for each of them, of which the last one is held. */
  learningRate: maybe(rates()),
  assistantTurns: maybe(oneOf(["all", "last"])),
});
export type SftConfig = z.output<typeof SftConfig>;

const KL_REFERENCES: Fault = {
  type: "value_error",
  text: "kl_penalty_reference_step and kl_penalty_step_lag exclude each other",
  path: ["kl_penalty_step_lag"],
};

const FOREIGN_PATH: Fault = {
  type: "value_error",
  text: "a path on the caller's machine cannot be read here; name a checkpoint with kl_penalty_reference_step",
};

export const LOSS_KINDS = ["cispo", "ppo", "importance_sampling"] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** How a reinforcement learning job trains. Every key may be left out or null; unknown keys are ignored. */
export const RlConfig = wireObject({
  learningRate: maybe(rate),
  lossFn: maybe(oneOf(LOSS_KINDS)),
  /** The older way to say `loss_fn`, which wins. */
  ppo: maybe(bool),
  epsilon: maybe(amount),
  epsilonHigh: maybe(amount),
  importanceSamplingLevel: maybe(oneOf(["token", "sequence", "average", "geometric_average"])),
  maxNegativeAdvantageImportanceSamplingWeight: maybe(amount),
  maskProbRatio: maybe(bool),
  truncatedImportanceSampling: maybe(amount),
  kimiK2Tau: maybe(amount),
  scaleRewards: maybe(bool),
  /** The newer name of `scale_rewards`, and wins. */
  normalizeAdvantages: maybe(bool),
  advantageBalance: maybe(number({ min: -1, max: 1 })),
  scaleLearningRateByRewardStdDev: maybe(bool),
  numTrajectoriesLearningRateMultiplierPower: maybe(number({ min: -4, max: 4 })),
  klPenaltyCoef: maybe(amount),
  klPenaltySource: maybe(oneOf(["current_learner", "sample"])),
  klPenaltyReferenceStep: maybe(integer({ min: 0 })),
  klPenaltyStepLag: maybe(count),
  klRefAdapterPath: maybe(identifier(4096).check(refuseUnless(() => false, FOREIGN_PATH))),
  precalculateLogprobs: maybe(bool),
  /** A memory knob of other trainers; checked and otherwise ignored. */
  logprobCalculationChunkSize: maybe(count),
  packedSequenceLength: maybe(count),
  allowTrainingWithoutLogprobs: maybe(bool),
  /** Ignored. */
  plotTensors: maybe(bool),
}).check(
  refuseUnless(
    (config) => config.klPenaltyReferenceStep === undefined || config.klPenaltyStepLag === undefined,
    KL_REFERENCES,
  ),
);
export type RlConfig = z.output<typeof RlConfig>;

export function number(bounds: { min?: number; max?: number }): z.Schema<number> {
  const schema = {
    type: "number",
    ...(bounds.min === undefined ? {} : { minimum: bounds.min }),
    ...(bounds.max === undefined ? {} : { maximum: bounds.max }),
  };
  return readBy((value, payload) => {
    const read = z.safeDecode(finiteNumber, value);
    if (!read.success) return issuesOf(read.error, payload);
    if (bounds.min !== undefined && read.data < bounds.min)
      fault(payload, { type: "greater_than_equal", bound: bounds.min });
    if (bounds.max !== undefined && read.data > bounds.max)
      fault(payload, { type: "less_than_equal", bound: bounds.max });
    return read.data;
  }, schema);
}

function batchSize(): z.Schema<number | "auto"> {
  const schema = {
    anyOf: [
      { type: "integer", minimum: 1 },
      { type: "string", enum: ["auto"] },
    ],
  };
  return readBy((value, payload) => {
    if (value === "auto") return value;
    const read = z.safeDecode(count, value);
    return read.success ? read.data : issuesOf(read.error, payload);
  }, schema);
}

function rates(): z.Schema<number | number[]> {
  const schema = {
    anyOf: [RATE, { type: "array", items: RATE, minItems: 1, maxItems: MAX_RATES }],
  };
  const each = list(rate, { min: 1, max: MAX_RATES });
  return readBy((value, payload) => {
    const read = Array.isArray(value) ? z.safeDecode(each, value) : z.safeDecode(rate, value);
    return read.success ? read.data : issuesOf(read.error, payload);
  }, schema);
}

/** A schema that reads one value by hand and records what is wrong with it. Writing gives it back unchanged. */
function readBy<T>(
  read: (value: unknown, payload: Payload) => T,
  jsonSchema: Record<string, unknown>,
): z.Schema<T> {
  return z.codec(present(jsonSchema), z.custom<T>(), { decode: read, encode: (value) => value });
}

/** Passes on what an inner schema found wrong. */
function issuesOf(error: z.core.$ZodError, payload: Payload): never {
  for (const issue of error.issues)
    payload.issues.push({ ...issue, input: payload.value } as z.core.$ZodRawIssue);
  return z.NEVER;
}
