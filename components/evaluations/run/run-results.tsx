"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useMemo } from "react";
import { comparisonQuery, resultListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { FILTER_LABELS, isUnended } from "#components/evaluations/parts/evaluation-texts.ts";
import { resultKey, rowLabel } from "#components/evaluations/parts/result-texts.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useCallChoice } from "#components/queues/add/use-call-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type {
  EvaluationResult,
  MetricFacts,
  ResultFilter,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { resultColumns } from "./result-columns.tsx";
import { ResultFilterBar } from "./result-filter-bar.tsx";
import { ResultSheet } from "./result-sheet.tsx";

type RunResultsProps = { run: EvaluationRun; evaluation: Evaluation };

/** Below this the columns would squeeze each other. */
const READABLE_PX = 760;
/** What a page can narrow by without another run to compare with. */
const FILTERS: readonly ResultFilter[] = ["passed", "failed", "masked"];

/** The answers, to be narrowed, walked, opened, and put into a queue. */
export function RunResults({ run, evaluation }: RunResultsProps) {
  const { projectId, can } = useProject();
  const { get, replace } = useSearchState();
  const metrics = useRunMetrics(run, evaluation);
  const metric = metrics.find(({ name }) => name === get("metric")) ?? metrics[0] ?? EXACT_MATCH;
  const filter = FILTERS.find((one) => one === get("filter")) ?? null;
  const text = get("q") ?? "";
  const list = useInfiniteQuery(
    resultListQuery(projectId, { runId: run.id, metric: metric.name, filter, baseline: null, text }),
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ results }) => results), [list.data]);
  const choice = useCallChoice({ mayQueue: can("queues:write"), scope: "Answers" });
  const columns = useMemo(() => resultColumns(metric), [metric]);
  const openKey = get("row");
  const opened = rows?.find((row) => resultKey(row) === openKey) ?? null;
  const isNarrowed = filter !== null || text !== "";
  return (
    <section aria-label="Answers" className="flex min-h-64 flex-1 flex-col">
      <ResultFilterBar
        metrics={metrics}
        metric={metric.name}
        filters={FILTERS}
        filter={filter}
        text={text}
        onChange={replace}
      >
        {choice ? (
          <Button
            className="ml-auto"
            icon={<ListPlus />}
            disabled={choice.chosen.size === 0}
            onClick={choice.add}
          >
            {choice.chosen.size > 0 ? `Add ${formatCount(choice.chosen.size)} to a queue` : "Add to a queue"}
            <Kbd keys="q" />
          </Button>
        ) : null}
      </ResultFilterBar>
      <DataTable
        className="flex-1"
        label="Answers"
        isTall
        minWidthPx={READABLE_PX}
        columns={columns}
        {...listProps({ ...list, data: rows }, "The answers")}
        getRowId={idOf}
        rowLabel={rowLabel}
        empty={
          <NoResults run={run} filter={filter} isNarrowed={isNarrowed} onClear={() => replace(NO_FILTER)} />
        }
        {...(choice
          ? { selected: choice.chosen, onSelectedChange: (ids) => choice.choose(callsIn(ids)) }
          : {})}
        onOpen={(row) => replace({ row: resultKey(row) })}
        openRowId={opened && idOf(opened)}
      />
      <ResultSheet result={opened} metrics={metrics} onClose={() => replace({ row: null })} />
      {choice?.dialog}
    </section>
  );
}

const NO_FILTER = { filter: null, q: null };
const EXACT_MATCH: MetricFacts = { name: "exact_match", unit: "share", better: "higher" };

const WITHOUT_CALL = "row ";

function idOf(result: EvaluationResult): string {
  return result.callId ?? `${WITHOUT_CALL}${resultKey(result)}`;
}

/** Only calls can be chosen; what has no answer has none. */
function callsIn(ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !id.startsWith(WITHOUT_CALL)));
}

/** Metrics that say something of each answer by itself; until the numbers have come, what the evaluation names. */
function useRunMetrics(run: EvaluationRun, { graders }: Evaluation): readonly MetricFacts[] {
  const { projectId } = useProject();
  const { evaluationId, id, done } = run;
  const { data } = useQuery({
    ...comparisonQuery(projectId, { evaluationId, runs: [id], baseline: null }),
    enabled: done > 0,
  });
  return useMemo(() => {
    const known =
      data?.metrics.filter(({ unit }) => unit !== "ms" && unit !== "tokens") ??
      graders.map(({ name }): MetricFacts => ({ name, unit: "score", better: "higher" }));
    return known.length > 0 ? known : [EXACT_MATCH];
  }, [data, graders]);
}

type NoResultsProps = {
  run: EvaluationRun;
  filter: ResultFilter | null;
  isNarrowed: boolean;
  onClear: () => void;
};

function NoResults({ run, filter, isNarrowed, onClear }: NoResultsProps) {
  if (isNarrowed)
    return (
      <EmptyState
        title={filter ? `No ${FILTER_LABELS[filter].toLowerCase()} answers` : "No answers match"}
        actions={<Button onClick={onClear}>Show all answers</Button>}
      />
    );
  if (isUnended(run))
    return <EmptyState title="No answers yet">They appear here as they come, eight at a time.</EmptyState>;
  return <EmptyState title="No answers">The run ended before one came.</EmptyState>;
}
