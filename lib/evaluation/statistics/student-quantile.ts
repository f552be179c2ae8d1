/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The 97.5 % quantile of Student's t with `freedom` degrees of freedom. Exact for one and two; above, the expansion of Cornish and Fisher in
 * powers of 1/ν (M. Abramowitz and I. Stegun, 1964, 26.7.5), which is within 0.1 % from five degrees on and within 1.5 % at three.
 */
export function studentQuantile(freedom: number): number {
  if (freedom < 1) return Number.NaN;
  if (freedom === 1) return Math.tan(0.475 * Math.PI);
  if (freedom === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
  const terms = [
    Z,
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}

/**
 * The share of the normal distribution below `x`: `½ erfc(−x/√2)`, the latter by the rational approximation of W. J. Cody as in Numerical
 * Recipes (`erfcc`), whose relative error is below 1.2e-7 everywhere.
 */
export function normalShare(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + z / 2);
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
    1.00002368, -1.26551223,
  ];
  const exponent = coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0) - z * z;
  const tail = (t * Math.exp(exponent)) / 2;
  return x > 0 ? 1 - tail : tail;
}
