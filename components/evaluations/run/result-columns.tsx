import { metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { scoreOf } from "#components/evaluations/parts/result-texts.ts";
import { ScoreBadge } from "#components/evaluations/parts/score-badge.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { formatDuration } from "#components/ui/text/format.ts";
import { questionText } from "#lib/contract/conversation/question-text.ts";
import type { EvaluationResult, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";

/** A line for each answer; the metric is the one that the list is narrowed by. */
export function resultColumns(metric: MetricFacts): DataTableColumn<EvaluationResult>[] {
  return [
    {
      id: "row",
      header: "Row",
      width: "2xs",
      cell: ({ position, sample }) => `${position + 1}${sample > 0 ? `.${sample + 1}` : ""}`,
    },
    {
      id: "question",
      header: "Question and answer",
      width: "fill",
      cell: (result) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{questionText(result.prompt) || "No question"}</span>
          <span className="truncate text-muted text-xs">
            {result.error ? `No answer: ${result.error}` : result.output || "nothing"}
          </span>
        </span>
      ),
    },
    {
      id: "reference",
      header: "Reference",
      width: "lg",
      wideOnly: true,
      cell: ({ reference }) => <span className="block truncate text-muted">{reference ?? "–"}</span>,
    },
    {
      id: "score",
      header: metricLabel(metric.name),
      width: "md",
      cell: (result) => <ScoreBadge score={scoreOf(result, metric.name)} metric={metric} isShort />,
    },
    {
      id: "latency",
      header: "Latency",
      width: "xs",
      align: "end",
      wideOnly: true,
      cell: ({ latencyMs }) => <span className="text-muted">{formatDuration(latencyMs)}</span>,
    },
  ];
}
