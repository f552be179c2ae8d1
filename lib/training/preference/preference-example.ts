import type { TrainableSequence } from "#lib/training/trajectories/sequence-builder.ts";

type Weighted = {
  /** How much it counts within its batch. */
  readonly weight: number;
};

export type PairExample = Weighted & {
  readonly kind: "pair";
  readonly chosen: TrainableSequence;
  readonly rejected: TrainableSequence;
  readonly strength: 1 | 2;
};
export type RatedExample = Weighted & {
  readonly kind: "rated";
  readonly reply: TrainableSequence;
  readonly isGood: boolean;
  /** Another prompt's reply after this one's prompt; null where there is none that fits. */
  readonly mismatched: TrainableSequence | null;
};
export type RewardedExample = Weighted & {
  readonly kind: "rewarded";
  readonly replies: readonly { readonly sequence: TrainableSequence; readonly reward: number }[];
  /** What the rewards are held against: their own mean, or of a single reply that of other rows. */
  readonly baseline: number;
};
/** What one row teaches, in tokens. */
export type PreferenceExample = PairExample | RatedExample | RewardedExample;

/** The sequences whose likelihood an example changes. */
export function trainedSequences(example: PreferenceExample): TrainableSequence[] {
  switch (example.kind) {
    case "pair":
      return [example.chosen, example.rejected];
    case "rated":
      return [example.reply];
    case "rewarded":
      return example.replies.map(({ sequence }) => sequence);
    default:
      return example satisfies never;
  }
}

/** Those that are only scored. */
export function mismatchedSequences(example: PreferenceExample): TrainableSequence[] {
  return example.kind === "rated" && example.mismatched ? [example.mismatched] : [];
}
