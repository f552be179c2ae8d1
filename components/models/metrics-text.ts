import { formatMetric } from "#components/training/metric-points.ts";

const FIRST_NAMES = ["loss", "reward", "grad_norm", "learning_rate"];
const SHOWN = 3;

/** `loss 0.42 · reward 0.8 · 5 more`: the metrics that matter most; a dash where there is none. */
export function metricsText(metrics: Readonly<Record<string, number>>, shown = SHOWN): string {
  const names = Object.keys(metrics).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const texts = names
    .slice(0, shown)
    .map((name) => `${name.replaceAll("_", " ")} ${formatMetric(metrics[name] ?? 0)}`);
  const rest = names.length - texts.length;
  return [...texts, ...(rest > 0 ? [`${rest} more`] : [])].join(" · ") || "–";
}

function rank(name: string): number {
  const at = FIRST_NAMES.indexOf(name);
  return at === -1 ? FIRST_NAMES.length : at;
}
