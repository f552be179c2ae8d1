"use client";

import { useMemo } from "react";
import { rowLabel, scoreOf } from "#components/evaluations/parts/result-texts.ts";
import { ScoreBadge } from "#components/evaluations/parts/score-badge.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { type TextChange, textChanges } from "#components/ui/text/text-changes.ts";
import { ChangedText } from "#components/ui/view/changed-text.tsx";
import { questionText } from "#lib/contract/conversation/question-text.ts";
import type { EvaluationResult, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";

type ResultCardProps = {
  result: EvaluationResult;
  metric: MetricFacts;
  isCompared: boolean;
  isChosen: boolean;
  /** Null where nothing can be done with what is chosen. */
  onFlip: ((callId: string) => void) | null;
};

/** One answer: what was asked, what should have come, what came, and how it differs from the baseline's. */
export function ResultCard({ result, metric, isCompared, isChosen, onFlip }: ResultCardProps) {
  const { entity, project } = useProject();
  const { callId, reference, output, error, baseline } = result;
  const label = rowLabel(result);
  return (
    <article aria-label={label} className="min-w-0 rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2 text-muted text-xs">
        {onFlip && callId ? (
          <Checkbox
            checked={isChosen}
            onCheckedChange={() => onFlip(callId)}
            label={`Choose ${label}`}
            hideLabel
          />
        ) : null}
        <span className="font-medium text-ink">{label}</span>
        <ScoreBadge score={scoreOf(result, metric.name)} metric={metric} />
        {callId ? (
          <Link
            href={projectHref({ entity, project }, "calls", callId)}
            className="ml-auto rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
          >
            Open the call
          </Link>
        ) : null}
      </header>
      <dl className="grid min-w-0 gap-x-4 gap-y-3 p-3 text-sm md:grid-cols-2">
        <Text title="Question" text={questionText(result.prompt)} isWide />
        {reference === null ? null : <Text title="Reference" text={reference} isWide={isCompared} />}
        {error === null ? null : <Text title="No answer" text={error} />}
        {error === null && isCompared && baseline?.output != null ? (
          <Changed before={baseline.output} after={output ?? ""} />
        ) : null}
        {error === null && !(isCompared && baseline?.output != null) ? (
          <Text title="Answer" text={output ?? ""} />
        ) : null}
        {isCompared && baseline?.error != null ? (
          <Text title="The baseline has no answer" text={baseline.error} />
        ) : null}
      </dl>
    </article>
  );
}

function Text({ title, text, isWide = false }: { title: string; text: string; isWide?: boolean }) {
  return (
    <div className={isWide ? "min-w-0 md:col-span-2" : "min-w-0"}>
      <dt className="text-muted text-xs">{title}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap break-words">
        {text === "" ? <span className="text-faint">nothing</span> : text}
      </dd>
    </div>
  );
}

/** Both answers side by side: what is gone is marked in the baseline's, what has come in this one. */
function Changed({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => textChanges(before, after), [before, after]);
  return (
    <>
      <Side title="Baseline’s answer" isEmpty={before === ""} changes={without(changes, "added")} />
      <Side
        title={before === after ? "Answer, the same" : "Answer"}
        isEmpty={after === ""}
        changes={without(changes, "removed")}
      />
    </>
  );
}

function without(changes: readonly TextChange[], kind: TextChange["kind"]): TextChange[] {
  return changes.filter((change) => change.kind !== kind);
}

type SideProps = { title: string; isEmpty: boolean; changes: readonly TextChange[] };

function Side({ title, isEmpty, changes }: SideProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{title}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap break-words">
        {isEmpty ? <span className="text-faint">nothing</span> : <ChangedText changes={changes} />}
      </dd>
    </div>
  );
}
