import { logSigmoid, sigmoid } from "./logistic.internal.ts";
import type { Pair, PairLoss } from "./preference-pair.ts";

/**
 * Contrastive preference optimisation (Xu et al. 2024, arXiv 2401.08417) without its second term, the mean cross-entropy of the chosen reply, which
 * is the anchor: z = β(logπ_w − logπ_l), loss = −log σ(z), c = ±βσ(−z). DPO with a reference that holds both replies equally likely.
 */
export function cpoLoss({ chosen, rejected }: Pair, { beta }: { readonly beta: number }): PairLoss {
  const [good, bad] = [beta * chosen.logprob, beta * rejected.logprob];
  const coefficient = beta * sigmoid(bad - good);
  return {
    loss: -logSigmoid(good - bad),
    coefficients: { chosen: coefficient, rejected: -coefficient },
    rewards: { chosen: good, rejected: bad },
  };
}
