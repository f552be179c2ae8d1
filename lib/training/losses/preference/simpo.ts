import { logSigmoid, sigmoid } from "./logistic.internal.ts";
import { meanLogprob, type Pair, type PairLoss } from "./preference-pair.ts";

/**
 * Simple preference optimisation (Meng et al. 2024, arXiv 2405.14734): the reward is β times the mean log-probability of a token, and no reference is
 * needed. With z = β(mean_w − mean_l) − γ: loss = −log σ(z), c of a chosen token = βσ(−z) ÷ |y_w|, of a rejected one −βσ(−z) ÷ |y_l|.
 */
export function simpoLoss(
  { chosen, rejected }: Pair,
  { beta, gamma }: { readonly beta: number; readonly gamma: number },
): PairLoss {
  const [good, bad] = [beta * meanLogprob(chosen), beta * meanLogprob(rejected)];
  const z = good - bad - gamma;
  const slope = beta * sigmoid(-z);
  return {
    loss: -logSigmoid(z),
    coefficients: { chosen: slope / chosen.tokens, rejected: -slope / rejected.tokens },
    rewards: { chosen: good, rejected: bad },
  };
}
