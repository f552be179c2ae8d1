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
  const size = (number: number) => amountWords(number, unit);
  const wanted = least < 0 ? `may lose less than ${size(-least)}` : `must gain more than ${size(least)}`;
  return `gained ${size(value)} (at least ${shown(scaled(low, unit))}, n ${n}, ${METHOD_WORDS[method]}), ${wanted}`;
}

const UNIT_WORDS: { readonly [U in MetricFacts["unit"]]: string } = {
  share: " points",
  score: "",
  nats: " nats",
  ms: " ms",
  tokens: " tokens",
};

function amountWords(number: number, unit: MetricFacts["unit"]): string {
  return number === 0 ? "0" : `${shown(scaled(number, unit))}${UNIT_WORDS[unit]}`;
}

function scaled(number: number, unit: MetricFacts["unit"]): number {
  return unit === "share" ? number * 100 : number;
}

/** Three digits say enough, and no number is rounded over a bound that it does not reach. */
function shown(value: number): string {
  return String(Number(value.toPrecision(3))).replace("-", "−");
}
