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

export const RATE_SCHEDULES = ["constant", "linear", "cosine"] as const;
export type RateSchedule = (typeof RATE_SCHEDULES)[number];
export const MAX_EPOCHS = 1000;

/** How often rows are learned, in which order and at what rate. */
export const LEARNING_COURSE = {
  /** How often each row is learned. */
  nEpochs: maybe(integer({ min: 1, max: MAX_EPOCHS })),
  /** Of the order of the rows. */
  seed: maybe(integer({ min: 0, max: 2 ** 31 - 1 })),
  /** Whether the rate stays, or falls towards 0 evenly or along half a cosine. */
  lrSchedule: maybe(oneOf(RATE_SCHEDULES)),
  /** Share of the steps over which the rate rises from 0. */
  warmupRatio: maybe(number({ min: 0, max: 1 })),
};

/** What is done with rows that are held out. */
export const HELD_OUT = {
  /** Steps between two measurements of the loss on the validation rows; 0 is never, and where nothing is said it is a tenth of the job. */
  validationEvery: maybe(integer({ min: 0, max: 1_000_000 })),
  /** Whether the checkpoint has the weights of the last step, or of the one with the least validation loss. */
  keep: maybe(oneOf(["last", "best"])),
};

/** A job leaves at most so many checkpoints on the way. */
export const MAX_INTERIM_CHECKPOINTS = 20;

/** What a job leaves while it continues. */
export const ON_THE_WAY = {
  /** Steps between two checkpoints that the job leaves before its last step; where nothing is said, it leaves none. */
  checkpointEvery: maybe(integer({ min: 1, max: 1_000_000 })),
};

const RATES_AND_SCHEDULE: Fault = {
  type: "value_error",
  text: "learning_rate gives a rate for each batch, so lr_schedule and warmup_ratio have nothing to change; send one rate, or leave them out",
  path: ["lr_schedule"],
};

export const BEST_OF_NOTHING: Fault = {
  type: "value_error",
  text: "keep is best, but validation_every is 0, so nothing is measured that shows which step is best",
  path: ["keep"],
};

/** How a supervised job trains. Every key may be left out or null; unknown keys are ignored. */
export const SftConfig = wireObject({
  batchSize: maybe(batchSize()),
  /** One for all batches, or one for each of them, of which the last one is held. */
  learningRate: maybe(rates()),
  assistantTurns: maybe(oneOf(["all", "last"])),
  /** Whether rows are learned in another order in each epoch, by `seed`; where nothing is said, those of a dataset are and others are not. */
  shuffle: maybe(bool),
  ...LEARNING_COURSE,
  ...HELD_OUT,
  ...ON_THE_WAY,
}).check(
  refuseUnless(
    ({ learningRate, lrSchedule = "constant", warmupRatio = 0 }) =>
      !Array.isArray(learningRate) || (lrSchedule === "constant" && warmupRatio === 0),
    RATES_AND_SCHEDULE,
  ),
  refuseUnless(({ keep, validationEvery }) => keep !== "best" || validationEvery !== 0, BEST_OF_NOTHING),
);
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
