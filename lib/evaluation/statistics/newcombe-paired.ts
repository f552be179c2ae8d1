import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";

/** How many cases passed with both sides, with one alone, and with neither. */
export type PassedBy = {
  readonly both: number;
  readonly candidate: number;
  readonly baseline: number;
  readonly neither: number;
};

/**
 * By how much the candidate's share of passed cases is above the baseline's on the same cases, with its 95 % interval after Newcombe, from Wilson's intervals of both
 * and how far they go together (R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data", 1998,
 * method 10). It has a width where no case differs, or every one alike. Of at least one case.
 */
export function newcombePaired(passed: PassedBy): { value: number; low: number; high: number } {
  const { both, candidate, baseline, neither } = passed;
  const cases = both + candidate + baseline + neither;
  const ofCandidate = reachOf(both + candidate, cases);
  const ofBaseline = reachOf(both + baseline, cases);
  const together = correlationOf(passed, cases);
  const value = (candidate - baseline) / cases;
  return {
    value,
    low: Math.max(-1, value - apart(ofCandidate.down, ofBaseline.up, together)),
    high: Math.min(1, value + apart(ofCandidate.up, ofBaseline.down, together)),
  };
}

/** How far Wilson's interval of a share reaches to each side of it. */
function reachOf(successes: number, cases: number): { down: number; up: number } {
  const share = successes / cases;
  const { low, high } = wilsonInterval(successes, cases);
  return { down: share - (low ?? 0), up: (high ?? 1) - share };
}

function apart(one: number, other: number, together: number): number {
  return Math.sqrt(Math.max(0, one ** 2 - 2 * together * one * other + other ** 2));
}

/** Of so few cases two sides seem to go together more than they do, so half of the cases are taken off. */
function correlationOf({ both, candidate, baseline, neither }: PassedBy, cases: number): number {
  const size = Math.sqrt(
    (both + candidate) * (baseline + neither) * (both + baseline) * (candidate + neither),
  );
  const sum = both * neither - candidate * baseline;
  if (size === 0) return 0;
  return (sum > 0 ? Math.max(0, sum - cases / 2) : sum) / size;
}
