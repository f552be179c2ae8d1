import { allBut, type CodePoints, union } from "./code-points.internal.ts";
import type { TextBudget } from "./text-budget.internal.ts";
import { UnsupportedRegex } from "./unsupported-regex.internal.ts";

const DIGITS: CodePoints = [[0x30, 0x39]];
const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** The characters of `\d`, `\w`, `\s` and their opposites; null for another letter. */
export function classEscape(letter: string): CodePoints | null {
  switch (letter) {
    case "d":
      return DIGITS;
    case "D":
      return allBut(DIGITS);
    case "w":
      return WORD;
    case "W":
      return allBut(WORD);
    case "s":
      return SPACE;
    case "S":
      return allBut(SPACE);
    default:
      return null;
  }
}

const known = new Map<string, CodePoints>();
const NAME = /^[A-Za-z_]{1,40}(=[A-Za-z_]{1,40})?$/;
/** A look at every code point takes as long as so many transitions, once in the life of the process. */
const COST = 12_000;

/** The characters of a Unicode property, as the runtime knows them. */
export function propertyClass(name: string, isNegative: boolean, budget: TextBudget): CodePoints {
  const set = known.get(name) ?? found(name, budget);
  known.set(name, set);
  return isNegative ? allBut(set) : set;
}

function found(name: string, budget: TextBudget): CodePoints {
  const test = NAME.test(name) ? expressionOf(name) : null;
  if (!test) throw new UnsupportedRegex(`there is no property \\p{${name.slice(0, 40)}}`);
  budget.spend(COST);
  const ranges: [number, number][] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!test.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return union([ranges]);
}

function expressionOf(name: string): RegExp | null {
  try {
    return new RegExp(`^\\p{${name}}$`, "u");
  } catch {
    return null;
  }
}
