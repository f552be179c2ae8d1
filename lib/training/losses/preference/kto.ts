import { sigmoid } from "./logistic.internal.ts";
import { logRatio, type ReferencedReply } from "./preference-pair.ts";

export type KtoSettings = {
  readonly beta: number;
  /** λ_D and λ_U: what a good and a bad reply count, so that the rarer of the two is heard. */
  readonly goodWeight: number;
  readonly badWeight: number;
};

export type RatedLoss = {
  readonly loss: number;
  /** −∂loss/∂logp of each token. */
  readonly coefficient: number;
  readonly reward: number;
};

/**
 * Kahneman–Tversky optimisation (Ethayarajh et al. 2024, arXiv 2402.01306) of one reply that was called good or bad. With r = logπ − logπ_ref and the
 * reference point z₀: good: loss = λ_D(1 − σ(β(r − z₀))), c = λ_D·βσ(1 − σ); bad: loss = λ_U(1 − σ(β(z₀ − r))), c = −λ_U·βσ(1 − σ).
 */
export function ktoLoss(
  reply: ReferencedReply & { readonly isGood: boolean },
  { beta, goodWeight, badWeight }: KtoSettings,
  referencePoint: number,
): RatedLoss {
  const ratio = logRatio(reply);
  const sign = reply.isGood ? 1 : -1;
  const weight = reply.isGood ? goodWeight : badWeight;
  const value = sigmoid(sign * beta * (ratio - referencePoint));
  return {
    loss: weight * (1 - value),
    coefficient: sign * weight * beta * value * (1 - value),
    reward: beta * ratio,
  };
}

/**
 * z₀ = max(0, mean of logπ − logπ_ref) over replies that stand after prompts they do not belong to: how far the policy is from its reference by
 * now. It is a number here: no gradient goes through it.
 */
export function ktoReferencePoint(mismatched: readonly ReferencedReply[]): number {
  if (mismatched.length === 0) return 0;
  const ratios = mismatched.map(logRatio);
  return Math.max(0, ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length);
}
