import { metricValue } from "#components/evaluations/parts/evaluation-texts.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { BlindQueue, BlindRate } from "#lib/contract/evaluation/blind-queues.ts";
import { FEW_UNITS } from "#lib/contract/evaluation/few-units.ts";

type Counts = Pick<BlindQueue, "differing" | "same">;

/** From what pairs are drawn. */
export function pairsHelp({ differing, same }: Counts): string {
  const all = differing + same;
  if (all === 0) return "No row has an answer of both yet.";
  if (differing === 0)
    return `The answers to all ${countOf(all, "row")} are equal: there is nothing to compare.`;
  if (same === 0) return `Drawn at random. The answers to all ${countOf(all, "row")} differ.`;
  return `Drawn at random from the ${formatCount(differing)} of ${countOf(all, "row")} where the answers differ. Nobody is asked about equal ones.`;
}

/** What a win rate is of, beside equal answers; null where there are none. */
export function overallWords(overall: number | null): string | null {
  if (overall === null) return null;
  return `${metricValue(overall, "share")} of all rows, with equal answers as ties`;
}

/** How many rows had equal answers, and what became of them. */
export function equalWords({ differing, same }: Counts): string | null {
  if (same === 0) return null;
  return `${formatCount(same)} of ${countOf(differing + same, "row")} had equal answers`;
}

/** Of two: who is preferred, or that there is no difference beyond noise; null of more, whose strengths say it. */
export function winRateWords(rates: readonly BlindRate[], nameOf: (runId: string) => string): string | null {
  const [one, other] = rates;
  if (!one || !other || rates.length > 2) return null;
  const { value, low, high, n } = one.winRate;
  if (value === null) return null;
  if (n < FEW_UNITS)
    return `Too few rows to say whom people prefer: fewer than ${FEW_UNITS} cases have been judged.`;
  if (low === null || high === null || (low <= 0.5 && high >= 0.5))
    return "People show no preference beyond noise: the interval includes 50 %.";
  const winner = value > 0.5 ? one : other;
  return `People prefer ${nameOf(winner.runId)}, by more than noise.`;
}
