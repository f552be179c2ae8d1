/**
 * Mean next-token cross-entropy: the loss is −Σ w·logp ÷ Σ w over the trained tokens, in nats, where each token weighs what its row does. So the
 * coefficient of a token is its weight, divided by all weights, whatever the log-probabilities are.
 */
export function crossEntropyCoefficient(weight: number, allWeights: number): number {
  return allWeights === 0 ? 0 : weight / allWeights;
}

/** Of the trained tokens alone, each with its weight. */
export function crossEntropyLoss(tokens: readonly { logprob: number; weight: number }[]): number {
  const allWeights = tokens.reduce((sum, { weight }) => sum + weight, 0);
  if (allWeights === 0) return 0;
  return -tokens.reduce((sum, { logprob, weight }) => sum + weight * logprob, 0) / allWeights;
}
