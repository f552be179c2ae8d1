import { type Fault, refuseUnless } from "#lib/contract/fault.ts";
import { anyJson, finiteNumber, integer, list, oneOf, shownAs } from "#lib/contract/fields.ts";
import { closedObject, maybe, withDefault } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** What answers are taken for, and which of them hold. */

export const DATASET_KINDS = ["sft", "preference", "kto", "reward", "prompts", "eval"] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

/**
 * What a source's answers are taken for: a value as the reply to learn, an answer that people approved, their own version of it; which of two
 * answers is better, their own version against the recorded one; the question alone, whatever was said; a value
 * as how good the recorded answer is; a value as what a judge says of the recorded answer.
 */
export const USES = [
  "labels",
  "approved",
  "corrections",
  "pairs",
  "corrected",
  "questions",
  "ratings",
  "judge",
] as const;
export type Use = (typeof USES)[number];
export const USES_OF_KIND: { [K in DatasetKind]: readonly Use[] } = {
  sft: ["labels", "approved", "corrections", "judge"],
  preference: ["pairs", "corrected"],
  kto: ["ratings"],
  reward: ["ratings"],
  // With an answer, that is what a good reply says.
  prompts: ["questions", "labels", "approved", "corrections"],
  eval: ["labels", "approved", "corrections"],
};
/** Uses of one field's values. */
export const OF_FIELD: readonly Use[] = ["labels", "approved", "ratings", "judge"];
/** Uses of texts, of which no two are compared. */
export const OF_TEXT: readonly Use[] = ["corrections", "corrected"];

export const CONSENSUS_RULES = ["decided", "majority", "each", "weighted", "mean"] as const;
export type ConsensusRule = (typeof CONSENSUS_RULES)[number];

export function numberBetween(min: number, max: number): z.Schema<number> {
  const number = finiteNumber.check(
    refuseUnless((value) => value >= min, { type: "greater_than_equal", bound: min }),
    refuseUnless((value) => value <= max, { type: "less_than_equal", bound: max }),
  );
  return shownAs({ type: "number", minimum: min, maximum: max }, number);
}

export function wrong(path: string, text: string): Fault {
  return { type: "value_error", text, path: [path] };
}

export const share = numberBetween(0, 1);

export const Consensus = closedObject({
  /** What was decided alone; the value of most answers; each answer by itself; the most probable value by how reliable people are, or of numbers their mean by that; the mean of numbers. */
  rule: oneOf(CONSENSUS_RULES),
  minAnswers: withDefault(integer({ min: 1, max: 1000 }), 1),
  /** Of `majority`: the value's share of the answers must be larger. */
  minShare: withDefault(share, 0.5),
  /** Of `weighted`: the value must be so probable. */
  minPosterior: withDefault(share, 0),
});
export type Consensus = z.output<typeof Consensus>;

/** Which values are kept; all that is named must hold. */
export const KeepIf = closedObject(
  {
    eq: maybe(anyJson),
    in: maybe(list(anyJson, { min: 1, max: 1000 })),
    gte: maybe(finiteNumber),
    lte: maybe(finiteNumber),
  },
  refuseUnless((rule) => Object.values(rule).some((bound) => bound !== undefined), {
    type: "value_error",
    text: "name at least one of eq, in, gte and lte",
  }),
);
export type KeepIf = z.output<typeof KeepIf>;

/** Stands for the value in a reply. */
export const VALUE_MARK = "{{value}}";

/** The rule of a source, with its bounds; nothing asks for it where no answer is used. */
export function consensusOf({ use, consensus }: { use: Use; consensus?: Consensus }): Consensus {
  if (consensus) return consensus;
  return { rule: OF_TEXT.includes(use) ? "each" : "majority", minAnswers: 1, minShare: 0.5, minPosterior: 0 };
}
