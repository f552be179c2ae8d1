import { logSigmoid, sigmoid } from "./logistic.internal.ts";
import { meanLogprob, type Pair, type PairLoss, type Reply } from "./preference-pair.ts";

/** Odds end where a token is this close to certain; beyond, single precision could not distinguish them. */
const MAX_MEAN = -1e-6;

/**
 * Odds ratio preference optimisation (Hong et al. 2024, arXiv 2403.07691) without its first term, the mean cross-entropy of the chosen reply, which is
 * the anchor. With the mean log-probability p̄ of a token, odds = e^p̄ ÷ (1 − e^p̄), and z = log odds_w − log odds_l: loss = −λ·log σ(z),
 * c = ±λσ(−z) ÷ ((1 − e^p̄)·|y|). It needs no reference and may start from a base model.
 */
export function orpoLoss({ chosen, rejected }: Pair, { lambda }: { readonly lambda: number }): PairLoss {
  const [good, bad] = [boundedMean(chosen), boundedMean(rejected)];
  const z = logOdds(good) - logOdds(bad);
  const slope = lambda * sigmoid(-z);
  return {
    loss: -lambda * logSigmoid(z),
    coefficients: {
      chosen: slope / (-Math.expm1(good) * chosen.tokens),
      rejected: -slope / (-Math.expm1(bad) * rejected.tokens),
    },
    rewards: { chosen: lambda * good, rejected: lambda * bad },
  };
}

function boundedMean(reply: Reply): number {
  return Math.min(meanLogprob(reply), MAX_MEAN);
}

function logOdds(mean: number): number {
  return mean - Math.log(-Math.expm1(mean));
}
