"use client";

import { useQuery } from "@tanstack/react-query";
import {
  evaluationQuery,
  runQuery,
  useRefreshEvaluations,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { RunFacts, RunTop } from "./run-facts.tsx";
import { RunMetrics } from "./run-metrics.tsx";
import { RunResults } from "./run-results.tsx";

type RunPageProps = { evaluationId: string; runId: string };

/** One run: who answered what, how far it is, each metric with its interval, and the answers. */
export function RunPage({ evaluationId, runId }: RunPageProps) {
  const { can } = useProject();
  if (can("evaluations:read")) return <Run evaluationId={evaluationId} runId={runId} />;
  return (
    <NoAccess isPage title="Evaluations are not open to annotators">
      Your work waits in the queues.
    </NoAccess>
  );
}

function Run({ evaluationId, runId }: RunPageProps) {
  const { projectId, entity, project } = useProject();
  const run = useQuery(runQuery(projectId, runId));
  const evaluation = useQuery(evaluationQuery(projectId, evaluationId));
  const refresh = useRefreshEvaluations(projectId);
  useProjectLive(["evaluations", "datasets"], () => void refresh());
  const name = run.data && subjectLabel(run.data.run.subject.name, projectId);
  useDocumentName(evaluation.data && name ? `${name} · ${evaluation.data.evaluation.name}` : name);
  const isElsewhere = run.data !== undefined && run.data.run.evaluationId !== evaluationId;
  const failed = [run, evaluation].find(({ data, error }) => error && !data);
  if (isElsewhere || (failed?.error instanceof ApiError && failed.error.status === 404))
    return (
      <EmptyState
        isPage
        title="This run does not exist"
        actions={
          <ButtonLink href={projectHref({ entity, project }, "evaluations")}>See the evaluations</ButtonLink>
        }
      />
    );
  if (failed) return <QueryError title="The run could not be loaded" query={failed} isPage />;
  if (!run.data || !evaluation.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the run" lines={6} />
      </div>
    );
  const shown = { run: run.data.run, evaluation: evaluation.data.evaluation };
  return (
    <>
      <RunTop {...shown} />
      {run.error ? <QueryErrorBanner title="Could not refresh the run." query={run} /> : null}
      <RunFacts {...shown} retracted={run.data.retracted} />
      <RunMetrics run={shown.run} />
      <RunResults {...shown} />
    </>
  );
}
