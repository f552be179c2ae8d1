import type { Checkpoint } from "#lib/contract/models/models.ts";
import { TOKEN_METRICS } from "#lib/contract/training/training-progress.ts";

/** What of a model's checkpoints stays. The newest one and those with aliases stay under every rule. */
export type CleanUpRule = {
  /** Whose best value stays; null keeps none for its numbers. */
  metric: string | null;
  /** Whether the least value is the best. */
  isLess: boolean;
  /** How many of the newest stay. */
  newest: number;
  keepsBase: boolean;
};

export type CleanUp = { checkpoint: Checkpoint; reasons: readonly string[] };

/** Each checkpoint with why it stays; one without a reason goes. Newest step first, as given. */
export function cleanUpOf(checkpoints: readonly Checkpoint[], rule: CleanUpRule): CleanUp[] {
  const best = bestStep(checkpoints, rule);
  return checkpoints.map((checkpoint, at) => {
    const { step, aliases } = checkpoint;
    const names = aliases.filter((name) => name !== "latest");
    const reasons = [
      ...(at < Math.max(1, rule.newest) ? ["newest"] : []),
      ...(aliases.includes("latest") && at >= Math.max(1, rule.newest) ? ["latest"] : []),
      ...(step === best ? [`best ${rule.metric?.replaceAll("_", " ")}`] : []),
      ...names.map((name) => `alias ${name}`),
      ...(step === 0 && rule.keepsBase ? ["base"] : []),
    ];
    return { checkpoint, reasons };
  });
}

/** Of several that are equally good, the newest. */
function bestStep(checkpoints: readonly Checkpoint[], { metric, isLess }: CleanUpRule): number | null {
  if (metric === null) return null;
  let best: { step: number; value: number } | null = null;
  for (const { step, metrics, isCorrupt } of checkpoints) {
    const value = metrics[metric];
    if (value === undefined || isCorrupt) continue;
    if (best === null || (isLess ? value < best.value : value > best.value)) best = { step, value };
  }
  return best?.step ?? null;
}

/** Less is better of what measures a distance or an error. */
export function isLessBetter(metric: string): boolean {
  return /loss|perplexity|error|kl|grad_norm/.test(metric);
}

/** Of what only counts, a mean over steps says nothing. */
const COUNTERS: ReadonlySet<string> = new Set(["gradient_step", ...TOKEN_METRICS]);

/** The names of the metrics that the checkpoints have and that can be compared, those that people look at first. */
export function checkpointMetrics(checkpoints: readonly Checkpoint[]): string[] {
  const names = new Set(
    checkpoints.flatMap(({ metrics }) => Object.keys(metrics)).filter((name) => !COUNTERS.has(name)),
  );
  const first = ["loss", "reward", "val_loss", "val/loss", "val/reward"].filter((name) => names.has(name));
  const rest = [...names].filter((name) => !first.includes(name)).sort();
  return [...first, ...rest];
}
