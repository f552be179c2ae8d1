import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import { FEW_UNITS } from "#lib/contract/evaluation/few-units.ts";

const TOO_FEW = "too few rows to say";

/** Below this the exact test holds a difference for more than chance, as an interval of 95 % does. */
const SURE_BELOW = 0.05;

export type Verdict = "better" | "worse" | "unclear" | "few";
type Differing = Pick<ComparisonCell, "difference" | "pValue" | "units">;

/** Whether the whole interval of a difference lies on one side of nothing, and the exact test agrees where there is one. */
export function verdictOf(
  { difference, pValue, units }: Differing,
  { better }: Pick<MetricFacts, "better">,
): Verdict {
  if (difference === null) return "unclear";
  if (units < FEW_UNITS) return "few";
  const side = sideOf(difference);
  if (side === null || (pValue !== null && pValue >= SURE_BELOW)) return "unclear";
  return (side === "above") === (better === "higher") ? "better" : "worse";
}

export function verdictWords(verdict: Verdict): string {
  if (verdict === "few") return TOO_FEW;
  return verdict === "unclear" ? "no difference that is sure" : `${verdict} than the baseline`;
}

/** Of what costs, in which direction it differs: `less than the baseline`. */
export function costWords(difference: Estimate, { units }: Pick<ComparisonCell, "units">): string {
  if (units < FEW_UNITS) return TOO_FEW;
  const side = sideOf(difference);
  if (side === null) return verdictWords("unclear");
  return `${side === "above" ? "more" : "less"} than the baseline`;
}

/** What a guard, which lets some loss pass, saw of a step against the start: a pass is no proof that the step is good. */
export function guardWords(gain: Estimate): string {
  const side = sideOf(gain);
  const isFew = gain.n < FEW_UNITS;
  if (side === null) return isFew ? `no difference seen, ${TOO_FEW}` : "no difference seen";
  if (isFew) return TOO_FEW;
  return side === "above" ? "better than the start" : "worse than the start, by no more than it may";
}

/** On which side of nothing the whole interval lies; null where it does not, or there is none. */
function sideOf({ low, high }: Pick<Estimate, "low" | "high">): "above" | "below" | null {
  if (low === null || high === null || (low <= 0 && high >= 0)) return null;
  return low > 0 ? "above" : "below";
}
