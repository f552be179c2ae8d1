import { describe, expect, test } from "vitest";
import { FormulaFault, readFormula } from "./formula.ts";

const NUMBERS = new Map([
  ["a", 0.5],
  ["b", 0.2],
  ["name_score", 1],
]);

test.each([
  ["a", 0.5],
  ["(a + b) / 2", 0.35],
  ["0.7 * a + 0.3 * b", 0.41],
  ["-2^2", -4],
  ["2^3^2", 512],
  ["2^-1", 0.5],
  ["10 - 4 - 3", 3],
  ["8 / 4 / 2", 1],
  ["2 + 3 * 4", 14],
  ["min(a, b, 1)", 0.2],
  ["max(a, b)", 0.5],
  ["abs(b - a)", 0.3],
  ["floor(1.9) + ceil(1.1)", 3],
  ["sqrt(16)", 4],
  ["log(exp(2))", 2],
  ["name_score*1e-1", 0.1],
  [".5 + 1.", 1.5],
  ["- - a", 0.5],
])("%s", (text, value) => {
  expect(readFormula(text).value(NUMBERS)).toBeCloseTo(value, 12);
});

test("names what it needs, each once and without functions", () => {
  expect(readFormula("max(a, b) * a - 1").names).toEqual(["a", "b"]);
});

describe("an invalid formula is refused with its fault", () => {
  test.each([
    ["", "the formula ends too early"],
    ["a +", "the formula ends too early"],
    ["a b", '"b" is not expected there; an operator may be missing'],
    ["(a", 'a ")" is missing at the end'],
    ["a ; b", '"; b" cannot be read'],
    ["abs(a, b)", "abs takes one value, not 2"],
    ["min a", 'a "(" is missing before "a"'],
    [`${"(".repeat(60)}a`, "the formula is nested more than 50 deep"],
    [`${"-".repeat(60)}a`, "the formula is nested more than 50 deep"],
    ["constructor.constructor", '".constructor" cannot be read'],
  ])("%s", (text, message) => {
    expect(() => readFormula(text)).toThrow(new FormulaFault(message));
  });
});

test("a division by zero and a missing name do not give finite numbers", () => {
  expect(readFormula("a / 0").value(NUMBERS)).toBe(Number.POSITIVE_INFINITY);
  expect(readFormula("c").value(NUMBERS)).toBeNaN();
});
