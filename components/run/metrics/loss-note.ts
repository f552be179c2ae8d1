import { figureSteps } from "#lib/contract/training/figure-steps.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { formatMetric, type MetricPoint } from "./metric-points.ts";

type Job = { kind: TrainingJob["kind"]; config: TrainingJob["config"] };

/** What the loss in a chart is a mean of, and how it stands to the one that lists show; null where nothing is drawn. */
export function lossNote(
  { kind, config }: Job,
  points: readonly MetricPoint[],
  { isMeasured = false }: { isMeasured?: boolean } = {},
): string | null {
  const last = points.at(-1);
  if (!last || kind === "rl") return null;
  const isOfTokens = kind === "sft" || config.loss === "rwr";
  const isSingle = points.every(({ firstStep, lastStep }) => firstStep === lastStep);
  const point = isSingle ? "one batch" : "the mean of several batches";
  return [
    `Each point is ${point}, per ${isOfTokens ? "token" : "row"}.`,
    ...figureWords(points, last.lastStep),
    ...(isMeasured && kind === "sft"
      ? ["Held out: per token of all rows; an evaluation’s NLL is the mean of its rows."]
      : []),
  ].join(" ");
}

function figureWords(points: readonly MetricPoint[], stepsDone: number): string[] {
  const wanted = figureSteps(stepsDone);
  if (stepsDone === 1) return [];
  const which = wanted === 1 ? "that of the last step" : `the mean of the last ${wanted} steps`;
  const mean = meanOfLast(points, wanted);
  return [`Lists show ${which}${mean === null || wanted === 1 ? "" : `: ${formatMetric(mean)}`}.`];
}

/** Null where the last points are not exactly so many steps. */
function meanOfLast(points: readonly MetricPoint[], steps: number): number | null {
  let [sum, count] = [0, 0];
  for (const { firstStep, lastStep, mean } of points.toReversed()) {
    if (count >= steps) break;
    sum += mean * (lastStep - firstStep + 1);
    count += lastStep - firstStep + 1;
  }
  return count === steps ? sum / count : null;
}
