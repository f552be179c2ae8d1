import type { OWN_METRICS } from "./evaluations.ts";

const WORDS: { readonly [M in (typeof OWN_METRICS)[number]]: string } = {
  exact_match: "Exact match",
  prefers_chosen: "Prefers the right one",
  nll: "NLL of the reference",
  latency_ms: "Latency",
  completion_tokens: "Tokens",
};

/** `Exact match`: what a metric is called in sentences. Graders have the names that people gave them, such as `constructor`. */
export function metricLabel(name: string): string {
  return isOwn(name) ? WORDS[name] : name;
}

function isOwn(name: string): name is keyof typeof WORDS {
  return Object.hasOwn(WORDS, name);
}
