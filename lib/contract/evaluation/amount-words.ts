import type { MetricFacts } from "./evaluation-runs.ts";

type Unit = MetricFacts["unit"];

const UNIT_WORDS: { readonly [U in Unit]: string } = {
  share: " points",
  score: "",
  nats: " nats",
  ms: " ms",
  tokens: " tokens",
};

/** `12.3 points`, `0.05 nats`: how much of a metric; a share is shown in points of percent. */
export function amountWords(amount: number, unit: Unit): string {
  return amount === 0 ? "0" : `${barely(amount, unit)}${UNIT_WORDS[unit]}`;
}

/** The same without its unit. Three digits say enough, and no number is rounded over a bound that it does not reach. */
export function barely(amount: number, unit: Unit): string {
  const scaled = unit === "share" ? amount * 100 : amount;
  return String(Number(scaled.toPrecision(3))).replace("-", "−");
}

const OWN_UNITS: Readonly<Record<string, Unit>> = {
  exact_match: "share",
  prefers_chosen: "share",
  nll: "nats",
  latency_ms: "ms",
  completion_tokens: "tokens",
};

/** What a metric is counted in before anything was measured; of graders, whose numbers may be on any scale, a plain score. */
export function unitBefore(metric: string): Unit {
  return Object.hasOwn(OWN_UNITS, metric) ? (OWN_UNITS[metric] ?? "score") : "score";
}
