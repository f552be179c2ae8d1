import { meanLogprob, type Reply } from "./preference-pair.ts";

/**
 * Keeps the preferred reply likely: a · (−mean logp) is added to a preference loss, and a ÷ |y| to each of the reply's coefficients (Pang et al. 2024,
 * arXiv 2404.19733; Liu et al. 2024, arXiv 2405.16436). Without it a margin may grow while both replies become less likely.
 */
export function anchorLoss(chosen: Reply, anchor: number): { loss: number; coefficient: number } {
  if (anchor === 0) return { loss: 0, coefficient: 0 };
  return { loss: -anchor * meanLogprob(chosen), coefficient: anchor / chosen.tokens };
}
