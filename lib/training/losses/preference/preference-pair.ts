/** What a policy says of one reply to its prompt, in nats. */
export type Reply = {
  /** Of the whole reply: the sum over its tokens. */
  readonly logprob: number;
  /** How many tokens it has, its end token included. */
  readonly tokens: number;
};

/** A reply that is compared with what another policy says of it. */
export type ReferencedReply = Reply & { readonly referenceLogprob: number };

/** Two replies to the same prompt, of which people preferred one. */
export type Pair<R extends Reply = Reply> = { readonly chosen: R; readonly rejected: R };

export type PairLoss = {
  readonly loss: number;
  /** c = −∂loss/∂logp of each token of the reply: the losses here read a reply by its sum or its mean, so its tokens share one. */
  readonly coefficients: { readonly chosen: number; readonly rejected: number };
  /** How good the policy holds each reply to be, as the loss measures it. */
  readonly rewards: { readonly chosen: number; readonly rejected: number };
};

/** Mean log-probability of a token. Throws `RangeError` for a reply without tokens, of which there is no mean. */
export function meanLogprob(reply: Reply): number {
  return reply.logprob / tokensOf(reply);
}

export function tokensOf({ tokens }: Reply): number {
  if (tokens > 0) return tokens;
  throw new RangeError(`A reply of ${tokens} tokens has no mean log-probability`);
}

/** How much likelier the policy makes a reply than the reference does. */
export function logRatio({ logprob, referenceLogprob }: ReferencedReply): number {
  return logprob - referenceLogprob;
}
