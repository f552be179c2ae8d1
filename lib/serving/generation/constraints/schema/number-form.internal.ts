import { commonMultiple, type Exact, exact } from "../numbers/exact.internal.ts";
import { type Bound, boundOf, type NumberRule } from "../numbers/number-rule.internal.ts";
import { hasNumber } from "../numbers/number-states.internal.ts";
import { numberOf, type Plain, unheld, wrong } from "./part.internal.ts";
import type { LeafForm } from "./schema-node.internal.ts";

/** The one there is of each, so that alike alternatives are one. */
const NUMBER: LeafForm = { kind: "number", hasFraction: true, height: 0 };
const INTEGER: LeafForm = { kind: "number", hasFraction: false, height: 0 };
/** Digits after the point of a step at most: so many multiples are looked at for one. */
const MAX_STEP_DIGITS = 3;

/** Numbers that fit all parts; null where there are none. */
export function numberForm(
  parts: readonly Plain[],
  excluded: readonly unknown[],
  { isInteger }: { isInteger: boolean },
): LeafForm | null {
  const rule = ruleOf(parts, excluded, isInteger);
  if (!rule.min && !rule.max && rule.excluded.length === 0) {
    if (!rule.step) return NUMBER;
    if (rule.step.digits === 1n && rule.step.scale === 0 && rule.divisors.length === 0) return INTEGER;
  }
  return hasNumber(rule) ? { kind: "ruled number", rule, height: 0 } : null;
}

function ruleOf(parts: readonly Plain[], excluded: readonly unknown[], isInteger: boolean): NumberRule {
  let step: Exact | null = isInteger ? exact(1) : null;
  const divisors: number[] = [];
  const [mins, maxs]: [Bound[], Bound[]] = [[], []];
  for (const part of parts) {
    const divisor = divisorOf(part);
    if (divisor !== null) step = step ? commonMultiple(step, exact(divisor)) : exact(divisor);
    if (divisor !== null && !Number.isInteger(divisor)) divisors.push(divisor);
    for (const [keyword, bounds, isExclusive] of [
      ["minimum", mins, false],
      ["exclusiveMinimum", mins, true],
      ["maximum", maxs, false],
      ["exclusiveMaximum", maxs, true],
    ] as const) {
      const value = numberOf(part, keyword);
      if (value !== null) bounds.push(boundOf(value, isExclusive));
    }
  }
  const numbers = excluded.filter((value) => typeof value === "number").map(exact);
  return { min: tightest(mins, 1), max: tightest(maxs, -1), step, divisors, excluded: numbers };
}

function divisorOf(part: Plain): number | null {
  const divisor = numberOf(part, "multipleOf");
  if (divisor === null) return null;
  if (divisor <= 0) throw wrong(`${part.where}.multipleOf`, divisor, "a number above 0");
  if (exact(divisor).scale > MAX_STEP_DIGITS)
    throw unheld(
      "multipleOf",
      part.where,
      `${divisor} has more than ${MAX_STEP_DIGITS} digits after the point`,
    );
  return divisor;
}

/** The highest lower bound or, with a sign of -1, the lowest upper one. */
function tightest(bounds: readonly Bound[], sign: 1 | -1): Bound | null {
  let best: Bound | null = null;
  for (const bound of bounds) {
    const order: number = best ? sign * compare(bound.value, best.value) : 1;
    if (order > 0 || (order === 0 && bound.isExclusive)) best = bound;
  }
  return best;
}

function compare(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [one, other] = [a, b].map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own));
  return Number((one ?? 0n) > (other ?? 0n)) - Number((one ?? 0n) < (other ?? 0n));
}
