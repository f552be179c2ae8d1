import { numberBetween } from "#lib/contract/datasets/uses.ts";
import { metricName } from "#lib/contract/evaluation/evaluations.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import { bool, identifier, integer, label, oneOf, text } from "#lib/contract/fields.ts";
import { checkpointAlias } from "#lib/contract/models/models.ts";
import { timeZone } from "#lib/contract/time-zone.ts";
import { PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import { closedObject, maybe, oneOfKinds, type WireSchema, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** When a loop begins, and what it does then. */

const EveryHours = closedObject({
  kind: oneOf(["hours"]),
  /** From the beginning of one run to that of the next. */
  hours: integer({ min: 1, max: 24 * 31 }),
});
const EachDay = closedObject({
  kind: oneOf(["daily"]),
  /** Hours and minutes of the clock of `time_zone`: `02:00`. */
  at: text().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  timeZone: withDefault(timeZone, "UTC"),
});
const AtAnswers = closedObject({
  kind: oneOf(["answers"]),
  /** New answers in the queues that the dataset takes from, since the last run began. */
  count: integer({ min: 1, max: 1_000_000 }),
});
export type LoopWhen = z.output<typeof EveryHours> | z.output<typeof EachDay> | z.output<typeof AtAnswers>;
export const LoopWhen = oneOfKinds<LoopWhen>({ hours: EveryHours, daily: EachDay, answers: AtAnswers });

/** The checkpoint that a job starts from: when it begins, the newest one that learned from nothing that is retracted and whose job learned something (the newest of all where there is none), the first one of the model, or the alias's, which is the first one until there is the alias. Where the alias's or the first one learned from what is retracted, or its job learned nothing, it is as with the newest. */
export const LOOP_STARTS = ["newest", "first", "alias"] as const;
export type LoopStart = (typeof LOOP_STARTS)[number];

const TRAIN = { modelId: identifier(), start: withDefault(oneOf(LOOP_STARTS), "newest") };
const TrainSft = closedObject({ kind: oneOf(["sft"]), ...TRAIN, config: maybe(SftConfig) });
const TrainPreference = closedObject({
  kind: oneOf(["preference"]),
  ...TRAIN,
  config: maybe(PreferenceConfig),
});
export type LoopTrain = z.output<typeof TrainSft> | z.output<typeof TrainPreference>;
export const LoopTrain = oneOfKinds<LoopTrain>({ sft: TrainSft, preference: TrainPreference });

export const LoopMeasure = closedObject({
  evaluationId: identifier(),
  metric: metricName,
  /** The lower end of the gain's 95 % interval must be above it. */
  minGain: withDefault(numberBetween(0, 1_000_000), 0),
});
export type LoopMeasure = z.output<typeof LoopMeasure>;

export const LOOP_ACTS = ["ask", "move"] as const;

export const LoopPromote = closedObject({
  alias: checkpointAlias,
  /** `move` moves the alias where its gate lets it, and asks where the gate wants an admin. */
  act: withDefault(oneOf(LOOP_ACTS), "ask"),
});
export type LoopPromote = z.output<typeof LoopPromote>;

const isNamed = refuseUnless<string>((name) => name.trim().length > 0, {
  type: "value_error",
  text: "a loop needs a name",
});

export const LOOP_SETTINGS = {
  name: label(128).check(isNamed),
  datasetId: identifier(),
  when: LoopWhen,
  train: LoopTrain,
  /** What decides whether the checkpoint is better; without it the run ends when the job does. */
  measure: maybe(LoopMeasure),
  promote: maybe(LoopPromote),
  /** Of the last 24 hours. */
  maxJobs: withDefault(integer({ min: 1, max: 1000 }), 4),
  isPaused: withDefault(bool, false),
};
export type LoopSettings = z.output<WireSchema<typeof LOOP_SETTINGS>>;

export const SETTINGS_EXAMPLE = {
  name: "Every night",
  dataset_id: "019a5b30-2d5e-7a11-8c40-5a6b7c8d9e0f",
  when: { kind: "daily", at: "02:00", time_zone: "Europe/Berlin" },
  train: { kind: "sft", model_id: "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b", start: "alias" },
  measure: { evaluation_id: "019a5b30-4f6a-7c33-9e62-7c8d9e0f1a2b", metric: "exact_match" },
  promote: { alias: "production", act: "ask" },
  max_jobs: 2,
};
