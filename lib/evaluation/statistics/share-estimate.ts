import { wilsonInterval } from "#lib/annotation/agreement/wilson-interval.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";

/** The share of independent cases that succeeded, with Wilson's interval. A tie between two sides counts as half a success of each. */
export function shareEstimate(successes: number, cases: number): Estimate {
  return { ...wilsonInterval(successes, cases), n: cases, method: "wilson" };
}
