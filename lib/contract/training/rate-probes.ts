import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import { bool, finiteNumber, identifier, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { PreferenceConfig } from "./preference-config.ts";
import { JOB_START, shared } from "./training.ts";
import { SftConfig } from "./training-config.ts";

/** A probe computes for so long at most, once the model is loaded. */
export const PROBE_SECONDS = 10;
/** Fewer rows give no curve. */
export const MIN_PROBED_ROWS = 8;

/**
 * `found` proposes a rate by its curve. The others propose the usual one: of `few_rows` there were too few for a curve, and `slow` had time for
 * too few steps; `flat` changed nothing at any rate, and `rising` did harm at every one.
 */
const PROBE_OUTCOMES = ["found", "few_rows", "slow", "flat", "rising"] as const;

/** The loss after steps at rates up to this one, as if all batches were alike. */
const ProbePoint = wireObject({ learningRate: finiteNumber, loss: finiteNumber });

const RateProbe = wireObject({
  outcome: oneOf(PROBE_OUTCOMES),
  /** The rate to train with: the proposed one, or the usual one where the probe found none. */
  learningRate: finiteNumber,
  /** That of a job for which nobody names a rate. */
  usualRate: finiteNumber,
  /** From which rate on the loss rose again, or the model was lost; null where neither was seen. */
  risesAt: z.nullable(finiteNumber),
  /** What came of it, in a sentence with its numbers. */
  text: text(),
  /** What is to be feared of the rate that the request names; null where nothing is. */
  warning: z.nullable(text()),
  /** Rows that it could draw from. */
  rows: integer({ min: 0 }),
  steps: integer({ min: 0 }),
  /** Before the first step; null where nothing was computed. */
  startLoss: z.nullable(finiteNumber),
  /** By rising rates. */
  points: list(ProbePoint),
});
export type RateProbe = z.output<typeof RateProbe>;
export type ProbeOutcome = RateProbe["outcome"];
export type ProbePoint = RateProbe["points"][number];

/** What the events of a probe carry, by their name; the last one is `result` or `failed`. */
export const PROBE_EVENTS = {
  /** It waits for its turn, and so many probes come before it. */
  waiting: wireObject({ place: integer({ min: 1 }) }),
  /** The model is being loaded. */
  opening: wireObject({}),
  step: wireObject({ step: integer({ min: 1 }), steps: integer({ min: 1 }), point: ProbePoint }),
  result: RateProbe,
  /** Why there is no result; it may work at another time where it is passing. */
  failed: wireObject({ detail: text(), isPassing: bool }),
} as const;

const WANTED = {
  modelId: identifier(),
  trainingDataUrl: text({ min: 1, max: 32 * MIB }),
  ...JOB_START,
  /** Whether the answer is server-sent events, from which its place in the queue and each step can be read. */
  stream: maybe(bool),
};

const probes = {
  ...shared,
  method: "POST",
  needs: "training:write",
  reply: RateProbe,
  events: "asked",
  statuses: [404, 409],
  maxBodyBytes: 32 * MIB,
} as const;

const HOW = `Takes steps at rates that rise over three decades around the usual one, on the first rows of the data (at most 2,000), from the weights that the job would start from, and drops the weights. It computes for ${PROBE_SECONDS} seconds at most. One probe computes at a time; the others wait, of each project at most four with the one that computes. Leaving the request ends it. With \`stream\`, the answer is server-sent events: \`waiting\`, \`opening\`, \`step\`, and \`result\` or \`failed\` last.`;
const EXAMPLE_MODEL = "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b";

export const probeSftTrainingJob = endpoint({
  ...probes,
  operationId: "probeSftTrainingJob",
  summary: "Tries learning rates on the data of a supervised job without creating it",
  description: `Accepts what the job is made of. ${HOW}`,
  path: "/v1/preview/sft-training-jobs/probe",
  input: { body: wireObject({ ...WANTED, config: maybe(SftConfig) }) },
  example: {
    model_id: EXAMPLE_MODEL,
    training_data_url: "wandb-artifact:///acme/support/refunds:v0",
    config: { batch_size: 4 },
  },
});

export const probePreferenceTrainingJob = endpoint({
  ...probes,
  operationId: "probePreferenceTrainingJob",
  summary: "Tries learning rates on the data of a preference job without creating it",
  description: `Accepts what the job is made of. ${HOW} Jobs of reinforcement learning have no data before they have sampled, so there is no probe for them.`,
  path: "/v1/preview/preference-training-jobs/probe",
  input: { body: wireObject({ ...WANTED, config: maybe(PreferenceConfig) }) },
  example: {
    model_id: EXAMPLE_MODEL,
    training_data_url: "weave:///acme/support/object/support-pairs:v0",
    config: { loss: "dpo" },
  },
});
