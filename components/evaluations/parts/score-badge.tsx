import { Badge } from "#components/ui/button/badge.tsx";
import type { EvaluationScore, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import { metricValue } from "./evaluation-texts.ts";

type ScoreBadgeProps = {
  score: EvaluationScore | undefined;
  metric: Pick<MetricFacts, "unit">;
  /** Without the reason why it is masked. */
  isShort?: boolean;
};

/** What one metric says of one answer. */
export function ScoreBadge({ score, metric, isShort = false }: ScoreBadgeProps) {
  if (!score) return isShort ? <span className="text-faint">–</span> : null;
  if (score.masked !== null)
    return (
      <span title={score.masked} className="min-w-0">
        <Badge tone="warning">{isShort ? "Masked" : `Masked: ${score.masked}`}</Badge>
      </span>
    );
  if (score.passed !== null)
    return <Badge tone={score.passed ? "success" : "danger"}>{score.passed ? "Passed" : "Failed"}</Badge>;
  return <Badge>{metricValue(score.score, metric.unit)}</Badge>;
}
