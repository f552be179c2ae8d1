/** Marks that an axis has room for at most; more are thinned out. */
const MAX_MARKS = 9;
/** From so many marks a logarithmic axis can be read. */
const ENOUGH_MARKS = 2;
/** What a quotient of two numbers may be off by. */
const ROUNDING = 1e-9;

/** Where a logarithmic axis from `from` to `to` has its marks: at 1, 2 and 5 times the powers of ten, or at round steps where it spans too little. */
export function logTicks(from: number, to: number): number[] {
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = powersWith(digits, from, to);
    if (ticks.length < ENOUGH_MARKS && digits.length === 3) return roundTicks(from, to);
    if (ticks.length <= MAX_MARKS) return ticks;
  }
  const powers = powersWith([1], from, to);
  const every = Math.ceil(powers.length / MAX_MARKS);
  return powers.filter((_, at) => at % every === 0);
}

function powersWith(digits: readonly number[], from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const digit of digits) {
      const tick = digit * exactPower(power);
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  return ticks;
}

/** Steps of 1, 2 or 5 of some power, about four of them. */
function roundTicks(from: number, to: number): number[] {
  const rough = (to - from) / 4;
  const power = Math.floor(Math.log10(rough));
  const digit = [1, 2, 5, 10].find((one) => one * exactPower(power) >= rough) ?? 10;
  const step = digit * exactPower(power);
  const ticks: number[] = [];
  const last = Math.floor(to / step + ROUNDING);
  for (let at = Math.ceil(from / step - ROUNDING); at <= last; at++)
    ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/** `10 ** -5` has a rounding error that `1e-5` has not. */
function exactPower(power: number): number {
  return Number(`1e${power}`);
}
