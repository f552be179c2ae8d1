"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { type ResultsAsked, resultListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { FILTER_LABELS, metricLabel, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useCallChoice } from "#components/queues/add/use-call-choice.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Chip } from "#components/ui/button/chip.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import {
  type ComparisonCell,
  type MetricFacts,
  RESULT_FILTERS,
  type ResultFilter,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { ResultCard } from "./result-card.tsx";

type ResultsPanelProps = {
  run: EvaluationRun;
  metric: MetricFacts;
  cell: ComparisonCell;
  /** Null of the baseline itself, or where there is none. */
  baseline: EvaluationRun | null;
};

/** The answers of a number: those that became better or worse, failed, or could not be scored; chosen ones go to a queue. */
export function ResultsPanel({ run, metric, cell, baseline }: ResultsPanelProps) {
  const { projectId, can } = useProject();
  const { get, replace } = useSearchState();
  const isCompared = baseline !== null;
  const filter =
    RESULT_FILTERS.find((one) => one === get("filter") && (isCompared || !COMPARING.has(one))) ?? null;
  const choice = useCallChoice({ mayQueue: can("queues:write"), scope: "Answers" });
  const place = useRef<HTMLElement>(null);
  // Below a table of eight models it would open out of sight.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={place} aria-label="Answers" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-2 min-w-0 text-base">
          {metricLabel(metric.name)} of {subjectLabel(run.subject.name, projectId)}
        </h2>
        <Filters
          cell={cell}
          isCompared={isCompared}
          value={filter}
          onChange={(value) => replace({ filter: value })}
        />
        {choice ? (
          <Button
            size="sm"
            className="ml-auto"
            icon={<ListPlus />}
            disabled={choice.chosen.size === 0}
            onClick={choice.add}
          >
            {choice.chosen.size > 0 ? `Add ${formatCount(choice.chosen.size)} to a queue` : "Add to a queue"}
            <Kbd keys="q" />
          </Button>
        ) : null}
      </div>
      <Results
        asked={{ runId: run.id, metric: metric.name, filter, baseline: baseline?.id ?? null, text: "" }}
        metric={metric}
        chosen={choice?.chosen ?? NOTHING}
        onFlip={choice?.flip ?? null}
      />
      {choice?.dialog}
    </section>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

type ResultsProps = {
  asked: ResultsAsked;
  metric: MetricFacts;
  chosen: ReadonlySet<string>;
  onFlip: ((callId: string) => void) | null;
};

function Results({ asked, metric, chosen, onFlip }: ResultsProps) {
  const { projectId } = useProject();
  const list = useInfiniteQuery(resultListQuery(projectId, asked));
  const results = list.data?.pages.flatMap((page) => page.results);
  const { filter, baseline } = asked;
  if (!results)
    return list.error ? (
      <QueryError title="The answers could not be loaded" query={list} />
    ) : (
      <SkeletonLines label="Loading the answers" lines={6} />
    );
  return (
    <>
      {list.error ? <QueryErrorBanner title="More answers could not be loaded." query={list} /> : null}
      {results.length === 0 ? (
        <EmptyState title={filter ? `No ${FILTER_LABELS[filter].toLowerCase()} answers` : "No answers yet"} />
      ) : null}
      <ol aria-label="Answers to rows" className="flex max-w-5xl flex-col gap-3">
        {results.map((result) => (
          <li key={`${result.position} ${result.sample}`} className="min-w-0">
            <ResultCard
              result={result}
              metric={metric}
              isCompared={baseline !== null}
              isChosen={result.callId !== null && chosen.has(result.callId)}
              onFlip={onFlip}
            />
          </li>
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button
          className="self-center"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more answers
        </Button>
      ) : null}
    </>
  );
}

/** Of a baseline that there must be. */
const COMPARING: ReadonlySet<ResultFilter> = new Set(["fixed", "broken"]);

type FiltersProps = {
  cell: ComparisonCell;
  isCompared: boolean;
  value: ResultFilter | null;
  onChange: (value: ResultFilter | null) => void;
};

function Filters({ cell, isCompared, value, onChange }: FiltersProps) {
  const { fixed, broken, masked, failed } = cell;
  const counts: Partial<Record<ResultFilter, number>> = {
    ...(isCompared ? { fixed, broken } : {}),
    ...(failed > 0 ? { failed } : {}),
    masked,
  };
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Which answers</legend>
      <Chip isOn={value === null} onClick={() => onChange(null)}>
        All
      </Chip>
      {RESULT_FILTERS.flatMap((filter) => {
        const count = counts[filter];
        if (count === undefined) return [];
        return (
          <Chip key={filter} isOn={value === filter} onClick={() => onChange(filter)}>
            {FILTER_LABELS[filter]} {formatCount(count)}
          </Chip>
        );
      })}
    </fieldset>
  );
}
