import { refuseUnless } from "#lib/contract/fault.ts";
import { bool, integer, oneOf } from "#lib/contract/fields.ts";
import { maybe, snakeCase, wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import { BEST_OF_NOTHING, HELD_OUT, LEARNING_COURSE, number, ON_THE_WAY } from "./training-config.ts";

/** What people preferred, learned in one of these ways; `docs/preferences.md` says what each is for. */
export const PREFERENCE_LOSSES = ["dpo", "ipo", "simpo", "cpo", "orpo", "kto", "rwr"] as const;
export type PreferenceLoss = (typeof PREFERENCE_LOSSES)[number];

/** Losses of pairs; the others are of rated replies (`kto`) and of replies with rewards (`rwr`). */
export const PAIR_LOSSES: readonly PreferenceLoss[] = ["dpo", "ipo", "simpo", "cpo", "orpo"];
/** Losses that compare the model with what it said before. */
export const REFERENCED_LOSSES: readonly PreferenceLoss[] = ["dpo", "ipo", "kto"];

/** A vote that is wrong more often than this would be the other vote. */
const MAX_SMOOTHING = 0.49;
const positive = number({ min: 1e-6, max: 1e6 });
const amount = number({ min: 0, max: 1e6 });

/** Settings that only some losses read. */
const READ_BY = {
  beta: ["dpo", "ipo", "simpo", "cpo", "orpo", "kto"],
  labelSmoothing: ["dpo"],
  robust: ["dpo"],
  gamma: ["dpo", "simpo"],
  anchor: PAIR_LOSSES,
  desirableWeight: ["kto"],
  undesirableWeight: ["kto"],
  temperature: ["rwr"],
  maxWeight: ["rwr"],
  referenceStep: REFERENCED_LOSSES,
} as const satisfies Record<string, readonly PreferenceLoss[]>;

type Read = keyof typeof READ_BY;

/** How a preference job trains. Every key may be left out or null; unknown keys are ignored, and a setting that the loss does not read is refused. */
export const PreferenceConfig = wireObject({
  /** `dpo` where nothing is said. */
  loss: maybe(oneOf(PREFERENCE_LOSSES)),
  /** How much a difference in log-probability counts; of `orpo` the weight of its odds ratio. */
  beta: maybe(positive),
  /** Share of the votes that is taken to be wrong. */
  labelSmoothing: maybe(number({ min: 0, max: MAX_SMOOTHING })),
  /** Corrects the loss for wrong votes instead of only softening it. */
  robust: maybe(bool),
  /** Of `simpo` the margin that is aimed at; of `dpo` what a strong preference must add to it. */
  gamma: maybe(amount),
  /** Weight of the cross-entropy of the chosen reply, which keeps it likely. */
  anchor: maybe(amount),
  desirableWeight: maybe(amount),
  undesirableWeight: maybe(amount),
  /** How fast a reply's weight grows with its reward; small is greedy. */
  temperature: maybe(positive),
  /** Bound of such a weight. */
  maxWeight: maybe(positive),
  /** Step of the checkpoint that the model is compared with; where nothing is said, the weights that the job starts from. */
  referenceStep: maybe(integer({ min: 0, max: 2 ** 31 - 1 })),
  /** Rows of one optimiser step. */
  batchSize: maybe(integer({ min: 1, max: 100_000 })),
  learningRate: maybe(number({ min: 0, max: 1 })),
  ...LEARNING_COURSE,
  ...HELD_OUT,
  ...ON_THE_WAY,
}).check(
  ...(Object.keys(READ_BY) as Read[]).map(refuseUnread),
  refuseUnless(({ keep, validationEvery }) => keep !== "best" || validationEvery !== 0, BEST_OF_NOTHING),
);
export type PreferenceConfig = z.output<typeof PreferenceConfig>;

export function lossOf({ loss = "dpo" }: { loss?: PreferenceLoss | undefined }): PreferenceLoss {
  return loss;
}

function refuseUnread(
  key: Read,
): z.core.$ZodCheck<Partial<Record<Read, unknown>> & { loss?: PreferenceLoss | undefined }> {
  const readers: readonly PreferenceLoss[] = READ_BY[key];
  return refuseUnless((config) => config[key] === undefined || readers.includes(lossOf(config)), {
    type: "value_error",
    text: `only the loss ${readers.join(", ")} reads it; leave it out, or choose another loss`,
    path: [snakeCase(key)],
  });
}
