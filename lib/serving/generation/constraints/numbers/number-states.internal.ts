import { reading, State } from "../bytes/byte-states.internal.ts";
import { type Beginning, isOpen, isWhole, MAX_DIGITS, type NumberRule } from "./number-rule.internal.ts";

const NOTHING = { digits: 0n, count: 0, fraction: -1 };

/** Whether any number keeps the rule. */
export function hasNumber(rule: NumberRule): boolean {
  return [false, true].some((isNegative) => isOpen(rule, { ...NOTHING, isNegative }));
}

/** A number that keeps the rule, without exponent. */
export function ruledNumber(rule: NumberRule, then: State): State {
  const positive = readOn(rule, { ...NOTHING, isNegative: false }, then);
  return reading((byte) =>
    byte === MINUS ? open(rule, { ...NOTHING, isNegative: true }, then) : positive.step(byte),
  );
}

function readOn(rule: NumberRule, read: Beginning, then: State): State {
  const mayEnd = isWhole(rule, read);
  return new State(mayEnd && then.canEnd, (byte) => {
    const next = after(read, byte);
    if (next) return open(rule, next, then);
    return mayEnd ? then.step(byte) : [];
  });
}

function open(rule: NumberRule, read: Beginning, then: State): readonly State[] {
  return isOpen(rule, read) ? [readOn(rule, read, then)] : [];
}

/** Null where the byte is no part of the number. */
function after({ isNegative, digits, count, fraction }: Beginning, byte: number): Beginning | null {
  if (byte === POINT) return count > 0 && fraction < 0 ? { isNegative, digits, count, fraction: 0 } : null;
  if (byte < ZERO || byte > ZERO + 9 || count >= MAX_DIGITS) return null;
  if (fraction < 0 && count > 0 && digits === 0n) return null;
  return {
    isNegative,
    digits: digits * 10n + BigInt(byte - ZERO),
    count: count + 1,
    fraction: fraction < 0 ? fraction : fraction + 1,
  };
}

const [ZERO, MINUS, POINT] = [0x30, 0x2d, 0x2e];
