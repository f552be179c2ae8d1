/**
 * How likely it is by chance alone that two sides differ at least so much on the same cases: McNemar's exact test (Q. McNemar, "Note on the
 * sampling error of the difference between correlated proportions or percentages", 1947). Only cases on which they differ count; if neither is
 * better, each is a fair coin, so that `p = min(1, 2 · Σ_{k ≤ min(b,c)} C(b+c, k) / 2^(b+c))`, with `b` fixed and `c` broken ones.
 */
export function mcnemarExact(fixed: number, broken: number): number {
  const differing = fixed + broken;
  let [logTerm, tail] = [-differing * Math.LN2, 0];
  for (let k = 0; k <= Math.min(fixed, broken); k++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((differing - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}
