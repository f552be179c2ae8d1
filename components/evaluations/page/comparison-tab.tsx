"use client";

import { useQuery } from "@tanstack/react-query";
import { EyeOff } from "lucide-react";
import { BlindComparison } from "#components/evaluations/blind/blind-comparison.tsx";
import { BlindQueueDialog } from "#components/evaluations/blind/blind-queue-dialog.tsx";
import { keptGraders } from "#components/evaluations/kept/kept-graders.ts";
import { comparisonQuery, storedGradersQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import {
  comparedRuns,
  firstBaseline,
  runLabel,
  subjectLabel,
} from "#components/evaluations/parts/evaluation-texts.ts";
import { RunProgress } from "#components/evaluations/parts/run-progress.tsx";
import type { SearchPatch } from "#components/layout/state/address.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { ComparisonCell } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import { PeopleAndJudge } from "./people-and-judge.tsx";
import { ResultsPanel } from "./results-panel.tsx";

type ComparisonTabProps = { evaluation: Evaluation; runs: readonly EvaluationRun[] };

/** Models by metrics, each against the baseline; a number opens its answers. */
export function ComparisonTab({ evaluation, runs }: ComparisonTabProps) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const shown = comparedRuns(runs);
  const baseline = shown.find(({ id }) => id === get("baseline")) ?? firstBaseline(shown);
  const ids = shown.map(({ id }) => id);
  const against = shown.length > 1 ? (baseline?.id ?? null) : null;
  const comparison = useQuery(
    comparisonQuery(projectId, { evaluationId: evaluation.id, runs: ids, baseline: against }),
  );
  const stored = useQuery(storedGradersQuery(projectId));
  const [run, metric] = [get("run"), get("metric")];
  const opened = comparison.data?.subjects.find((one) => one.run.id === run);
  const facts = comparison.data?.metrics.find(({ name }) => name === metric);
  const cell = opened?.cells.find((one) => one.metric === metric);
  if (shown.length === 0)
    return (
      <EmptyState title="Nothing to compare">
        No run has an answer yet. Those that ended without one say why under Runs.
      </EmptyState>
    );
  const open = (runId: string, { metric: name, fixed, broken, failed }: ComparisonCell) =>
    replace({
      run: runId,
      metric: name,
      filter: broken > 0 ? "broken" : fixed > 0 ? "fixed" : failed > 0 ? "failed" : null,
    });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-w-0 flex-col gap-6 p-4">
        <Unfinished runs={shown} />
        {shown.length > 1 ? (
          <BaselineBar runs={shown} baselineId={baseline?.id ?? null} onChange={replace} />
        ) : null}
        {comparison.error && comparison.data ? (
          <QueryErrorBanner title="Could not refresh the comparison." query={comparison} />
        ) : null}
        {comparison.data ? (
          <ComparisonTable
            evaluation={evaluation}
            comparison={comparison.data}
            graders={stored.data ? keptGraders(evaluation.graders, stored.data) : []}
            baselineId={against}
            open={opened && facts ? { runId: opened.run.id, metric: facts.name } : null}
            onOpen={open}
          />
        ) : comparison.error ? (
          <QueryError title="The runs could not be compared" query={comparison} />
        ) : (
          <SkeletonLines label="Comparing the runs" lines={4} />
        )}
        {comparison.data ? <BlindComparison blind={comparison.data.blind} runs={shown} /> : null}
        {comparison.data ? <PeopleAndJudge evaluation={evaluation} runs={shown} /> : null}
        {opened && facts && cell ? (
          <ResultsPanel
            key={`${opened.run.id} ${facts.name}`}
            run={opened.run}
            metric={facts}
            cell={cell}
            baseline={against === opened.run.id ? null : (shown.find(({ id }) => id === against) ?? null)}
          />
        ) : null}
        {get("blind") && shown.length > 1 ? (
          <BlindQueueDialog
            evaluation={evaluation}
            runs={shown}
            baseline={baseline?.id ?? null}
            onClose={() => replace({ blind: null })}
          />
        ) : null}
      </div>
    </div>
  );
}

type BaselineBarProps = {
  runs: readonly EvaluationRun[];
  baselineId: string | null;
  onChange: (patch: SearchPatch) => void;
};

/** What the others are compared with, and the way to let people compare. */
function BaselineBar({ runs, baselineId, onChange }: BaselineBarProps) {
  const { projectId, can } = useProject();
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="w-72 max-w-full">
        <Field label="Baseline" help="What the others are compared with, row by row.">
          {(control) => (
            <Select
              {...control}
              size="sm"
              value={baselineId}
              onValueChange={(value) => onChange({ baseline: value })}
              options={runs.map((run) => ({ value: run.id, label: runLabel(run, projectId) }))}
            />
          )}
        </Field>
      </div>
      {can("evaluations:write") && can("queues:write") ? (
        <Button className="sm:mt-6" size="sm" icon={<EyeOff />} onClick={() => onChange({ blind: "new" })}>
          Blind A/B
        </Button>
      ) : null}
    </div>
  );
}

/** Numbers of a run that has not ended are of the answers so far. */
function Unfinished({ runs }: { runs: readonly EvaluationRun[] }) {
  const { projectId } = useProject();
  const unfinished = runs.filter(({ done, total }) => done < total);
  if (unfinished.length === 0) return null;
  return (
    <ul aria-label="Unfinished runs" className="flex flex-wrap gap-x-6 gap-y-3">
      {unfinished.map((run) => (
        <li key={run.id} className="flex w-60 min-w-0 flex-col gap-1">
          <span className="truncate text-sm">{subjectLabel(run.subject.name, projectId)}</span>
          <RunProgress run={run} />
          {run.waitingFor ? <span className="text-warning-ink text-xs">{run.waitingFor}</span> : null}
        </li>
      ))}
    </ul>
  );
}
