import { ceilAt, commonMultiple, type Exact, exact, floorAt, isExactAt } from "./exact.internal.ts";

/**
 * Every decimal number of so many digits has a double of its own, and a bound that is a double never falls between the two. So whatever
 * compares doubles comes to the same as comparing what is written.
 */
export const MAX_DIGITS = 15;
/** Multiples that are looked at for one that may stand; beyond, a beginning counts as leading nowhere. */
const MAX_TRIES = 1_200;

export type Bound = { readonly value: Exact; readonly isExclusive: boolean };

/** Which numbers may stand. */
export type NumberRule = {
  readonly min: Bound | null;
  readonly max: Bound | null;
  /** Whole numbers are multiples of 1; null for all. */
  readonly step: Exact | null;
  /** Steps with a fraction, by which checkers divide doubles. */
  readonly divisors: readonly number[];
  readonly excluded: readonly Exact[];
};

/** What has been read of a number: its digits without sign and point, how many of them, and how many of these after the point; -1 before it. */
export type Beginning = {
  readonly isNegative: boolean;
  readonly digits: bigint;
  readonly count: number;
  readonly fraction: number;
};

/** Whether the number may end here. */
export function isWhole(rule: NumberRule, beginning: Beginning): boolean {
  if (beginning.count === 0 || beginning.fraction === 0) return false;
  const scale = Math.max(beginning.fraction, 0);
  return (
    firstIn(rule, {
      scale,
      from: beginning.digits,
      to: beginning.digits,
      isNegative: beginning.isNegative,
    }) !== null
  );
}

/** Whether some number that may stand begins like this. */
export function isOpen(rule: NumberRule, beginning: Beginning): boolean {
  if (isWhole(rule, beginning)) return true;
  const { fraction, count, digits, isNegative } = beginning;
  if (fraction >= 0) {
    const scale = Math.min(fraction + MAX_DIGITS - count, finest(rule));
    if (scale < Math.max(fraction, 1)) return false;
    return firstIn(rule, { scale, ...extended(digits, scale - fraction), isNegative }) !== null;
  }
  // Nothing follows a zero but a point.
  const mostMore = digits === 0n && count > 0 ? 0 : MAX_DIGITS - count;
  for (let more = 0; more <= mostMore; more++) {
    const scale = Math.min(MAX_DIGITS - count - more, finest(rule));
    const { from, to } = extended(digits, more + scale);
    // The first digit of a number of several is no zero.
    const least = count === 0 && more > 1 ? 10n ** BigInt(more - 1 + scale) : from;
    if (count + more > 0 && firstIn(rule, { scale, from: least, to, isNegative }) !== null) return true;
  }
  return false;
}

/** Digits after the point at most. */
function finest({ step }: NumberRule): number {
  return step ? step.scale : MAX_DIGITS - 1;
}

function extended(digits: bigint, more: number): { from: bigint; to: bigint } {
  const unit = 10n ** BigInt(more);
  return { from: digits * unit, to: (digits + 1n) * unit - 1n };
}

type Stretch = {
  readonly scale: number;
  readonly from: bigint;
  readonly to: bigint;
  readonly isNegative: boolean;
};

/** The first number of a stretch without sign that may stand, times 10^scale. */
function firstIn(rule: NumberRule, stretch: Stretch): bigint | null {
  const unit = { digits: 1n, scale: stretch.scale };
  return firstOnGrid(rule, stretch, rule.step ? ceilAt(commonMultiple(rule.step, unit), stretch.scale) : 1n);
}

function firstOnGrid(rule: NumberRule, stretch: Stretch, step: bigint): bigint | null {
  const { scale, isNegative } = stretch;
  const [low, high] = signedBounds(rule, scale);
  const least = isNegative ? (high === null ? null : -high) : low;
  const most = isNegative ? (low === null ? null : -low) : high;
  const from = least !== null && least > stretch.from ? least : stretch.from;
  const to = most !== null && most < stretch.to ? most : stretch.to;
  let value = ((from + step - 1n) / step) * step;
  for (let tries = 0; tries < MAX_TRIES && value <= to; tries++, value += step)
    if (mayStand(rule, isNegative ? -value : value, scale)) return value;
  return null;
}

function signedBounds({ min, max }: NumberRule, scale: number): [bigint | null, bigint | null] {
  const low = min && ceilAt(min.value, scale) + (min.isExclusive && isExactAt(min.value, scale) ? 1n : 0n);
  const high = max && floorAt(max.value, scale) - (max.isExclusive && isExactAt(max.value, scale) ? 1n : 0n);
  return [low, high];
}

function mayStand({ step, divisors, excluded }: NumberRule, value: bigint, scale: number): boolean {
  if (step && !isMultiple(value, scale, step)) return false;
  if (excluded.some((one) => isExactAt(one, scale) && ceilAt(one, scale) === value)) return false;
  if (divisors.length === 0) return true;
  const number = Number(`${value}e-${scale}`);
  return divisors.every((divisor) => Number.isInteger(number / divisor));
}

function isMultiple(value: bigint, scale: number, step: Exact): boolean {
  const common = Math.max(scale, step.scale);
  return (value * 10n ** BigInt(common - scale)) % ceilAt(step, common) === 0n;
}

export function boundOf(value: number, isExclusive: boolean): Bound {
  return { value: exact(value), isExclusive };
}
