import { expect, test } from "vitest";
import { percentOf, surpriseOf, tokenText } from "./token-likelihood.ts";

test.each([
  [1, 0],
  [0.9, 0],
  [0.89, 1],
  [0.6, 1],
  [0.59, 2],
  [0.3, 2],
  [0.29, 3],
  [0.1, 3],
  [0.09, 4],
  [0, 4],
])("a probability of %d stands at %d on the scale", (probability, step) => {
  // The logarithm rounds, so that a bound itself is met from just above.
  expect(surpriseOf(Math.log(probability) + 1e-12)).toBe(step);
});

test.each([
  [1, "100 %"],
  [0.974, "97 %"],
  [0.042, "4.2 %"],
  [0.00031, "0.031 %"],
  [1e-9, "< 0.001 %"],
])("a probability of %d is written %s", (probability, text) => {
  expect(percentOf(Math.log(probability))).toBe(text);
});

test("a token is shown with its spaces, and alternatives without itself", () => {
  const top = [
    { text: " yes", logprob: Math.log(0.5) },
    { text: " no", logprob: Math.log(0.25) },
  ];
  expect(tokenText({ text: " yes", logprob: Math.log(0.5), top })).toBe("“·yes” 50 %; else “·no” 25 %");
  expect(tokenText({ text: "\n", logprob: 0, top: [] })).toBe("“↵” 100 %");
});
