/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * A share with its 95 % interval after Wilson: `(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)` (E. B. Wilson, "Probable inference, the
 * law of succession, and statistical inference", 1927). It stays within 0 and 1 and says something of few cases, too. All null of none.
 */
export function wilsonInterval(
  successes: number,
  cases: number,
): { value: number | null; low: number | null; high: number | null } {
  if (cases === 0) return { value: null, low: null, high: null };
  const share = successes / cases;
  const middle = share + Z ** 2 / (2 * cases);
  const half = Z * Math.sqrt((share * (1 - share)) / cases + Z ** 2 / (4 * cases ** 2));
  const whole = 1 + Z ** 2 / cases;
  // Rounding may lead a hair beyond the ends, or beyond the share itself where it is at one.
  return {
    value: share,
    low: Math.min(share, Math.max(0, (middle - half) / whole)),
    high: Math.max(share, Math.min(1, (middle + half) / whole)),
  };
}
