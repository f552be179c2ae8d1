/**
 * Reward-weighted regression (Peters and Schaal 2007): imitation in which a reply weighs w = min(e^((r − r̄)/τ), bound), r̄ being the mean reward of the
 * replies to the same prompt, or of all replies where no prompt has several. Its loss is the cross-entropy of `cross-entropy.ts` with these weights: −Σ w·logp ÷ Σ w over the trained tokens.
 */
export function rewardWeights(
  rewards: readonly number[],
  {
    mean,
    temperature,
    bound,
  }: { readonly mean: number; readonly temperature: number; readonly bound: number },
): number[] {
  if (!(temperature > 0)) throw new RangeError(`The temperature must be above 0; it is ${temperature}`);
  return rewards.map((reward) => Math.min(Math.exp((reward - mean) / temperature), bound));
}
