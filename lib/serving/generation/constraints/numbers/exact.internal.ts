/** A decimal number without rounding: `digits` / 10^`scale`. */
export type Exact = { readonly digits: bigint; readonly scale: number };

/** The decimal that a number is written as. */
export function exact(value: number): Exact {
  const written = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (!written) throw new RangeError(`${value} is not a decimal number`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = written;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The value times 10^`scale`, rounded up. */
export function ceilAt({ digits, scale: own }: Exact, scale: number): bigint {
  if (scale >= own) return digits * 10n ** BigInt(scale - own);
  const unit = 10n ** BigInt(own - scale);
  const quotient = digits / unit;
  return digits > 0n && quotient * unit !== digits ? quotient + 1n : quotient;
}

export function floorAt({ digits, scale: own }: Exact, scale: number): bigint {
  return -ceilAt({ digits: -digits, scale: own }, scale);
}

export function isExactAt({ digits, scale: own }: Exact, scale: number): boolean {
  return scale >= own || digits % 10n ** BigInt(own - scale) === 0n;
}

/** The smallest positive number that is a multiple of both. */
export function commonMultiple(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  const [one, other] = [ceilAt(a, scale), ceilAt(b, scale)];
  let [large, small] = [one, other];
  while (small !== 0n) [large, small] = [small, large % small];
  return shortest({ digits: (one * other) / large, scale });
}

function shortest({ digits, scale }: Exact): Exact {
  let [left, places] = [digits, scale];
  while (places > 0 && left % 10n === 0n) [left, places] = [left / 10n, places - 1];
  return { digits: left, scale: places };
}
