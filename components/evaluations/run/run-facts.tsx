"use client";

import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { retractedSentence } from "#components/datasets/parts/retracted-words.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { isUnended, ORIGIN_WORDS, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { MeasuredAgain } from "#components/evaluations/parts/measured-again.tsx";
import { RunActs } from "#components/evaluations/parts/run-acts.tsx";
import { RunProgress, RunStateBadge } from "#components/evaluations/parts/run-progress.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { MeasuredRetractions } from "#lib/contract/evaluation/evaluation-runs.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";

type ShownRun = { run: EvaluationRun; evaluation: Evaluation };

/** Whose answers they are, where they stand, and what can be done about it. */
export function RunTop({ run, evaluation }: ShownRun) {
  const { projectId, entity, project, can } = useProject();
  const place = { entity, project };
  return (
    <PageHeader
      title={subjectLabel(run.subject.name, projectId)}
      back={
        <ButtonLink
          href={projectHref(place, "evaluations", evaluation.id)}
          variant="ghost"
          size="sm"
          icon={<ArrowLeft />}
        >
          {evaluation.name}
        </ButtonLink>
      }
      meta={<RunStateBadge state={run.state} />}
      actions={can("evaluations:write") ? <RunActs run={run} size="md" /> : null}
    />
  );
}

type RunFactsProps = ShownRun & { retracted: MeasuredRetractions | null };

/** What was asked, by whom and when; while it goes, how far it is and what it waits for. */
export function RunFacts({ run, evaluation, retracted }: RunFactsProps) {
  const { personName } = useNaming();
  const { samples, seed, errorMessage, waitingFor, done, total } = run;
  return (
    <div className="border-line border-b px-4 py-2 text-sm">
      {errorMessage ? (
        <p role="alert" className="mb-2 break-words text-danger-ink">
          {errorMessage}
        </p>
      ) : null}
      {waitingFor ? <p className="mb-2 break-words text-warning-ink">Waits: {waitingFor}</p> : null}
      {run.unfillable > 0 ? (
        <p className="mb-3 max-w-prose break-words text-warning-ink">
          {countOf(run.unfillable, "answer")} {run.unfillable === 1 ? "has" : "have"} no score of a grader,
          because its text names what the row does not have. Asked again,{" "}
          {run.unfillable === 1 ? "it" : "they"} would have none either. Open an answer to see the name,
          change the grader, and measure by its newer text.
        </p>
      ) : null}
      {retracted ? (
        <p className="mb-2 break-words text-warning-ink">
          {retractedSentence(retracted, "that it is measured by")} The figures are of all of them.{" "}
          <MeasuredAgain evaluation={evaluation} version={run.version} />
        </p>
      ) : null}
      <dl className="flex min-w-0 flex-wrap items-start gap-x-6 gap-y-2">
        {isUnended(run) || done < total || run.masked > 0 ? (
          <Fact label="Progress">
            <span className="block w-56 max-w-full">
              <RunProgress run={run} />
            </span>
          </Fact>
        ) : (
          <Fact label="Answers">{formatCount(done)}</Fact>
        )}
        <Fact label="Model">
          <SubjectLink run={run} />
        </Fact>
        <Fact label="Measured with">v{run.version} of the dataset</Fact>
        {samples > 1 ? <Fact label="Answers to each row">{samples}</Fact> : null}
        <Fact label="Seed">{seed}</Fact>
        <Fact label="Started">
          <Time value={run.createdAt} />{" "}
          {run.origin === "person"
            ? `by ${personName(run.createdBy)}`
            : `${ORIGIN_WORDS[run.origin]}, for ${personName(run.createdBy)}`}
        </Fact>
        {run.endedAt ? (
          <Fact label="Ended">
            <Time value={run.endedAt} />
          </Fact>
        ) : null}
      </dl>
    </div>
  );
}

function SubjectLink({ run: { subject } }: { run: EvaluationRun }) {
  const { projectId, entity, project, can } = useProject();
  const name = subjectLabel(subject.name, projectId);
  if (subject.modelId === null || !can("models:read"))
    return <span className="min-w-0 break-words">{name}</span>;
  return (
    <Link
      href={projectHref({ entity, project }, "models", subject.modelId)}
      className="min-w-0 break-words rounded-sm underline underline-offset-2"
    >
      {name}
    </Link>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  );
}
