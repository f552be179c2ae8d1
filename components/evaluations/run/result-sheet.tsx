"use client";

import { metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { rowLabel, scoreOf } from "#components/evaluations/parts/result-texts.ts";
import { ScoreBadge } from "#components/evaluations/parts/score-badge.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";
import { questionText } from "#lib/contract/conversation/question-text.ts";
import type { EvaluationResult, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";

type ResultSheetProps = {
  /** Null while none is open. */
  result: EvaluationResult | null;
  metrics: readonly MetricFacts[];
  onClose: () => void;
};

/** One answer whole, with what each grader says of it. The list beside it stays usable. */
export function ResultSheet({ result, metrics, onClose }: ResultSheetProps) {
  const { entity, project } = useProject();
  return (
    <Sheet
      open={result !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={result ? rowLabel(result) : ""}
      modal={false}
      actions={
        result?.callId ? (
          <ButtonLink
            size="sm"
            variant="ghost"
            href={projectHref({ entity, project }, "calls", result.callId)}
          >
            Open the call
          </ButtonLink>
        ) : null
      }
    >
      {result ? <ResultBody result={result} metrics={metrics} /> : null}
    </Sheet>
  );
}

type ResultBodyProps = { result: EvaluationResult; metrics: readonly MetricFacts[] };

export function ResultBody({ result, metrics }: ResultBodyProps) {
  const { reference, output, error, latencyMs, completionTokens } = result;
  return (
    <div className="flex min-w-0 flex-col gap-4 p-4 text-sm">
      <dl className="flex min-w-0 flex-col gap-3">
        <Text title="Question" text={questionText(result.prompt)} />
        {error === null ? (
          <Text title="Answer" text={output ?? ""} />
        ) : (
          <Text title="No answer" text={error} />
        )}
        {reference === null ? null : <Text title="Reference" text={reference} />}
      </dl>
      <section aria-label="Scores" className="min-w-0">
        <h3 className="mb-1 text-muted text-xs">What was measured of it</h3>
        <ul className="divide-y divide-line rounded-md border border-line">
          {metrics.map((metric) => {
            const score = scoreOf(result, metric.name);
            return score ? (
              <li key={metric.name} className="flex min-w-0 flex-wrap items-baseline gap-x-3 px-3 py-2">
                <span className="font-medium">{metricLabel(metric.name)}</span>
                <ScoreBadge score={score} metric={metric} isShort />
                {score.masked ? <span className="w-full break-words text-muted">{score.masked}</span> : null}
              </li>
            ) : null;
          })}
        </ul>
        <p className="mt-2 text-muted text-xs tabular-nums">
          {formatDuration(latencyMs)}
          {completionTokens === null ? "" : ` · ${formatCount(completionTokens)} tokens`}
        </p>
      </section>
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{title}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap break-words">
        {text === "" ? <span className="text-faint">nothing</span> : text}
      </dd>
    </div>
  );
}
