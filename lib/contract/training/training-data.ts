import { bool, dict, finiteNumber, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const SOURCE_KINDS = ["file", "inline", "address", "groups", "dataset"] as const;

/** What a job learns from. */
export const TrainingSource = wireObject({
  /** An uploaded file, rows or trajectory groups of the request, an address, or a version of a dataset. */
  kind: oneOf(SOURCE_KINDS),
  fileId: z.nullable(text()),
  /** Of the version, where it is one of a dataset. */
  datasetRef: z.nullable(text()),
  /** Of an uploaded file its name, of an address its host and path, of a dataset its name and version. */
  name: z.nullable(text()),
  /** Rows or groups; null until they have been counted. */
  rows: z.nullable(integer({ min: 0 })),
  bytes: z.nullable(integer({ min: 0 })),
  /** Whether the job could be run again. */
  isAvailable: bool,
});
export type TrainingSource = z.output<typeof TrainingSource>;

/** A row as the model reads it, with what it learns. */
export const RowExample = wireObject({
  line: integer({ min: 1 }),
  tokenCount: integer({ min: 0 }),
  /** Where a character has several tokens, its text stands at the last one. */
  tokens: list(wireObject({ text: text(), isTrained: bool })),
  /** Whether the row has more tokens than these. */
  isCut: bool,
});
export type RowExample = z.output<typeof RowExample>;

const SECONDS = z.nullable(wireObject({ estimate: finiteNumber, low: finiteNumber, high: finiteNumber }));
const PROBLEMS = list(wireObject({ line: integer({ min: 0 }), text: text() }));

/** What a supervised job would do, found out before it is created. */
export const SftCheck = wireObject({
  rows: integer({ min: 0 }),
  /** Of all rows that can be read, with the template's own. */
  tokens: integer({ min: 0 }),
  trainableTokens: integer({ min: 0 }),
  longestRowTokens: integer({ min: 0 }),
  /** Rows longer than this are left out, none is cut. */
  contextLength: integer({ min: 1 }),
  tooLongRows: integer({ min: 0 }),
  /** Rows in which nothing is said that could be learned. */
  untrainableRows: integer({ min: 0 }),
  /** Rows that say the same as an earlier one. */
  duplicateRows: integer({ min: 0 }),
  /** Rows that say by their `split` that they are held out, and that the job learns all the same, as it learns all of a file. A dataset made of the file keeps them apart. */
  heldOutRows: integer({ min: 0 }),
  /** Of very large data only a part is tokenised, and these counts are extrapolated: tokens, too long and untrainable rows, steps. */
  isEstimated: bool,
  /** Optimiser steps of all epochs. */
  steps: integer({ min: 0 }),
  /** From the speed of earlier jobs of this base model here; null where there was none. */
  seconds: SECONDS,
  /** The first faults; a job of these data would fail. Line 0 is the data as a whole. */
  problems: PROBLEMS,
  /** The first row that is learned from, as the model reads it. */
  example: z.nullable(RowExample),
});
export type SftCheck = z.output<typeof SftCheck>;

/** What a preference job would do, found out before it is created. */
export const PreferenceCheck = wireObject({
  /** Of any kind; one file may have only rows that the loss can learn from. */
  rows: integer({ min: 0 }),
  /** Of all sides of all rows that can be read, the template's own included; each prompt counts with each of its replies. */
  tokens: integer({ min: 0 }),
  trainableTokens: integer({ min: 0 }),
  /** Tokens that the reference reads before the first step; 0 for a loss that compares with none. */
  referenceTokens: integer({ min: 0 }),
  longestRowTokens: integer({ min: 0 }),
  /** A row of which one side is longer than this is left out whole. */
  contextLength: integer({ min: 1 }),
  tooLongRows: integer({ min: 0 }),
  /** Rows that say the same as an earlier one. */
  duplicateRows: integer({ min: 0 }),
  /** Rows that say by their `split` that they are held out, and that the job learns all the same, as it learns all of a file. A dataset made of the file keeps them apart. */
  heldOutRows: integer({ min: 0 }),
  /** Very large data are tokenised in part, and tokens, too long rows and steps estimated from it. */
  isEstimated: bool,
  /** Optimiser steps of all epochs. */
  steps: integer({ min: 0 }),
  /** From the speed of earlier jobs of this base model here, the reference's pass included; null where there was none. */
  seconds: SECONDS,
  /** The first faults; a job of these data would fail. Line 0 is the data as a whole. */
  problems: PROBLEMS,
  /** The replies of the first row that is learned from, the preferred one first, as the model reads them. */
  examples: list(RowExample),
});
export type PreferenceCheck = z.output<typeof PreferenceCheck>;

/** Bins of the rewards of a job at most. */
export const MAX_BINS = 20;

export const TRAJECTORY_QUERY = {
  /** Place of the first group to give. */
  fromGroup: withDefault(integer({ min: 0 }), 0),
  limit: withDefault(integer({ min: 1, max: 100 }), 20),
  /** Only trajectories with a reward in this bin, counted from 0; groups without one are left out. */
  bin: maybe(integer({ min: 0, max: MAX_BINS - 1 })),
};

/** What was said in an episode: a message that was given, or one that the policy sampled. */
export const TrajectoryTurn = wireObject({
  message: dict,
  isSampled: bool,
  /** Sampled tokens, where the service's own were sent. */
  tokenCount: z.nullable(integer({ min: 0 })),
  /** Mean log-probability of the sampled tokens, in nats. */
  meanLogprob: z.nullable(finiteNumber),
});

export const Trajectory = wireObject({
  /** Its place in its group. */
  index: integer({ min: 0 }),
  reward: finiteNumber,
  /** How much better than its group it did, before weights; 0 teaches nothing. */
  advantage: finiteNumber,
  /** The conversations of the episode. */
  conversations: list(list(TrajectoryTurn)),
});
export type Trajectory = z.output<typeof Trajectory>;

export const TrajectoryGroup = wireObject({
  index: integer({ min: 0 }),
  exceptionCount: integer({ min: 0 }),
  metrics: dict,
  /** Rewards of the whole group, whatever was asked for. */
  rewards: list(finiteNumber),
  trajectories: list(Trajectory),
});
export type TrajectoryGroup = z.output<typeof TrajectoryGroup>;

export const RewardBin = wireObject({ from: finiteNumber, to: finiteNumber, count: integer({ min: 0 }) });
export type RewardBin = z.output<typeof RewardBin>;

export const Trajectories = wireObject({
  groups: list(TrajectoryGroup),
  /** Send it as `from_group` for the next groups; null if there are no more. */
  nextGroup: z.nullable(integer({ min: 0 })),
  groupCount: integer({ min: 0 }),
  trajectoryCount: integer({ min: 0 }),
  rewards: wireObject({
    mean: finiteNumber,
    min: finiteNumber,
    max: finiteNumber,
    /** Of all trajectories; each bin holds rewards from its lower edge up to below its upper one, the last its upper edge as well. */
    bins: list(RewardBin),
  }),
});
export type Trajectories = z.output<typeof Trajectories>;
