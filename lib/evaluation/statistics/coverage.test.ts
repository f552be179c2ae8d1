import { expect, test } from "vitest";
import { COVERAGE_NAMES, measureCoverage } from "#lib/testing/statistics/coverage.ts";

/** Few, as this runs with every `npm test`; `npm run proof:loop` has 1,000 of each, and narrower bounds. */
const SIMULATIONS = 150;

test("intervals hold the truth about as often as they promise", () => {
  for (const name of COVERAGE_NAMES.filter((one) => one !== "Bradley–Terry with ties")) {
    const { held } = measureCoverage(name, SIMULATIONS);
    expect.soft(held, name).toBeGreaterThan(0.9);
    expect.soft(held, name).toBeLessThan(0.995);
  }
});

test("a judge makes the interval of people narrower by what it knows, and not wider where it knows nothing", () => {
  const alone = measureCoverage("people alone", SIMULATIONS).width;
  const against = (name: Parameters<typeof measureCoverage>[0]) =>
    measureCoverage(name, SIMULATIONS).width / alone;
  expect(against("people and a judge that errs in 10 %")).toBeLessThan(0.7);
  expect(against("people and a judge that errs in 20 %")).toBeLessThan(0.88);
  expect(against("people and a judge that guesses")).toBeLessThan(1.06);
});
