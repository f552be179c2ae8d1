import { COVERAGE_NAMES, type CoverageName, measureCoverage } from "#lib/testing/statistics/coverage.ts";
import type { Finding } from "./loop/prove-loop.ts";

const SIMULATIONS = 1_000;
/** Of 1,000 simulations of an interval that holds in 95 %, 93 to 97 % are within three standard errors. */
const HELD = { least: 0.93, most: 0.97 };
/** How wide an interval of people and a judge may be, as a share of that of people alone. */
const WIDTHS: Partial<Record<CoverageName, number>> = {
  "people and a judge that errs in 10 %": 0.66,
  "people and a judge that errs in 20 %": 0.85,
  "people and a judge that guesses": 1.05,
};

/** Prints for each kind of interval whose name matches `only` how often it held the truth. */
export function proveCoverage({ only = "" }: { only?: string }): Finding[] {
  const meant = new RegExp(only, "i");
  const names = COVERAGE_NAMES.filter((name) => meant.test(titleOf(name)));
  if (names.length === 0) return [];
  const alone = measureCoverage("people alone", SIMULATIONS).width;
  return names.map((name) => {
    const { held, width } = measureCoverage(name, SIMULATIONS);
    const most = WIDTHS[name];
    const passed = held >= HELD.least && held <= HELD.most && (most === undefined || width / alone <= most);
    const relative = most === undefined ? "" : `, ${(width / alone).toFixed(2)} × the width of people alone`;
    const found = `held the truth in ${(held * 100).toFixed(1)} % of ${SIMULATIONS.toLocaleString("en")} simulations${relative}`;
    console.log(`${passed ? "✓" : "✗"} ${titleOf(name)}: ${found}`);
    return { name: titleOf(name), found, passed };
  });
}

function titleOf(name: CoverageName): string {
  return `Interval of ${name}`;
}
