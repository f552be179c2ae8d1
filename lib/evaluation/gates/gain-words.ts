import { amountWords, barely } from "#lib/contract/evaluation/amount-words.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import { METHOD_WORDS } from "#lib/contract/evaluation/method-words.ts";

type Gained = Pick<Estimate, "n" | "method"> & { value: number; low: number };

/** `gained −50 points (at least −90, n 10, paired bootstrap), must gain more than 0`; a share gains points of percent. */
export function gainWords(
  { value, low, n, method }: Gained,
  unit: MetricFacts["unit"],
  least: number,
): string {
  const size = (amount: number) => amountWords(amount, unit);
  const wanted = least < 0 ? `may lose less than ${size(-least)}` : `must gain more than ${size(least)}`;
  return `gained ${size(value)} (at least ${barely(low, unit)}, n ${n}, ${METHOD_WORDS[method]}), ${wanted}`;
}
