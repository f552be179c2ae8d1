/** The `count` likeliest tokens with their log-probabilities, best first; of equal ones the smaller id comes first. */
export function topLogprobs(
  logprobs: Float32Array,
  count: number,
): (readonly [id: number, logprob: number])[] {
  const best: (readonly [number, number])[] = [];
  if (count === 0) return best;
  for (let id = 0; id < logprobs.length; id++) {
    const logprob = logprobs[id] ?? 0;
    const worst = best[count - 1];
    if (worst && logprob <= worst[1]) continue;
    if (worst) best.pop();
    let at = best.length;
    while (at > 0 && (best[at - 1]?.[1] ?? 0) < logprob) at -= 1;
    best.splice(at, 0, [id, logprob]);
  }
  return best;
}
