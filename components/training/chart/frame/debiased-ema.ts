/** A value that stands for `count` steps. */
export type Weighted = { readonly value: number; readonly count: number };

/**
 * Exponential moving average with the bias of its start taken out (Kingma and Ba 2015, section 3): after n steps of values x,
 * `Σ w^(n−i) · x_i · (1 − w) / (1 − w^n)`. A value of several steps counts as often as it has steps. `weight` 0 gives the values back; it
 * is below 1.
 */
export function debiasedEma(values: readonly Weighted[], weight: number): number[] {
  let sum = 0;
  let share = 0;
  return values.map(({ value, count }) => {
    const kept = weight ** count;
    sum = kept * sum + (1 - kept) * value;
    share = kept * share + (1 - kept);
    return sum / share;
  });
}

/** The same in the space of logarithms, where a factor counts the same upwards and downwards; values that have none give null. */
export function debiasedLogEma(values: readonly Weighted[], weight: number): (number | null)[] {
  const positive = values.filter(({ value }) => value > 0);
  const smooth = debiasedEma(
    positive.map(({ value, count }) => ({ value: Math.log(value), count })),
    weight,
  );
  let at = 0;
  return values.map(({ value }) => {
    if (value <= 0) return null;
    const logarithm = smooth[at] ?? Number.NaN;
    at += 1;
    return Math.exp(logarithm);
  });
}
