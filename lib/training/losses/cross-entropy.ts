/**
 * Mean next-token cross-entropy: the loss is −Σ logp ÷ number of trained tokens, in nats, and so its coefficient is the same constant at
 * every trained token, whatever the log-probabilities are.
 */
export function crossEntropyCoefficient(trainedTokens: number): number {
  return trainedTokens === 0 ? 0 : 1 / trainedTokens;
}

/** `logprobs` are those of the trained tokens alone. */
export function crossEntropyLoss(logprobs: readonly number[]): number {
  if (logprobs.length === 0) return 0;
  return -logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
}
