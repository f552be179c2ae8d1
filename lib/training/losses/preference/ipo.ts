import { logRatio, type Pair, type PairLoss, type ReferencedReply, tokensOf } from "./preference-pair.ts";

/**
 * Identity preference optimisation (Azar et al. 2023, arXiv 2310.12036, equation 17). With h̄ the difference of the mean log-ratios a token (the paper sums;
 * means are what TRL takes, so that long replies do not decide): loss = (h̄ − 1/(2β))², c of a chosen token = −2(h̄ − 1/(2β)) ÷ |y_w|, of a rejected
 * one +2(h̄ − 1/(2β)) ÷ |y_l|. Its slope ends at a margin of 1/(2β), where DPO's never does.
 */
export function ipoLoss(
  { chosen, rejected }: Pair<ReferencedReply>,
  { beta }: { readonly beta: number },
): PairLoss {
  const [good, bad] = [logRatio(chosen) / tokensOf(chosen), logRatio(rejected) / tokensOf(rejected)];
  const distance = good - bad - 1 / (2 * beta);
  return {
    loss: distance ** 2,
    coefficients: {
      chosen: (-2 * distance) / tokensOf(chosen),
      rejected: (2 * distance) / tokensOf(rejected),
    },
    rewards: { chosen: beta * good, rejected: beta * bad },
  };
}
