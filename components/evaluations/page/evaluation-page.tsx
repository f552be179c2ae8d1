"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Gauge, Play } from "lucide-react";
import type { ReactNode } from "react";
import { EvaluationActs } from "#components/evaluations/change/evaluation-acts.tsx";
import { StartRunsDialog } from "#components/evaluations/make/start-runs-dialog.tsx";
import { evaluationQuery, useRefreshEvaluations } from "#components/evaluations/parts/evaluation-queries.ts";
import { isUnended } from "#components/evaluations/parts/evaluation-texts.ts";
import { MeasuringStrip } from "#components/evaluations/parts/measured-again.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { refreshAdvice } from "#components/models/aliases/use-promotion-advice.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { Evaluation, EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { ComparisonTab } from "./comparison-tab.tsx";
import { NewerGradersStrip } from "./newer-graders-strip.tsx";
import { RunsTab } from "./runs-tab.tsx";

/** One evaluation: its runs with their progress, and how their models compare, with the answers of each number. */
export function EvaluationPage({ evaluationId }: { evaluationId: string }) {
  const { projectId, entity, project, can } = useProject();
  const mayRead = can("evaluations:read");
  const evaluation = useQuery({ ...evaluationQuery(projectId, evaluationId), enabled: mayRead });
  useDocumentName(evaluation.data?.evaluation.name);
  const refresh = useRefreshEvaluations(projectId);
  const client = useQueryClient();
  useProjectLive(["evaluations", "datasets", "models"], () => {
    void refresh();
    refreshAdvice(client, projectId);
  });
  if (!mayRead)
    return (
      <NoAccess isPage title="Evaluations are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (evaluation.data)
    return (
      <LoadedEvaluation
        {...evaluation.data}
        refused={
          evaluation.error ? (
            <QueryErrorBanner title="Could not refresh the evaluation." query={evaluation} />
          ) : null
        }
      />
    );
  if (evaluation.error instanceof ApiError && evaluation.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This evaluation does not exist"
        actions={
          <ButtonLink href={projectHref({ entity, project }, "evaluations")}>See the evaluations</ButtonLink>
        }
      />
    );
  if (evaluation.error)
    return <QueryError title="The evaluation could not be loaded" query={evaluation} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the evaluation" lines={6} />
    </div>
  );
}

type LoadedProps = { evaluation: Evaluation; runs: readonly EvaluationRun[]; refused: ReactNode };

function LoadedEvaluation({ evaluation, runs, refused }: LoadedProps) {
  const { entity, project, can } = useProject();
  const { get, push, replace } = useSearchState();
  const mayRun = can("evaluations:write");
  const unended = runs.filter(isUnended).length;
  return (
    <>
      <PageHeader
        title={evaluation.name}
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "evaluations")}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            Evaluations
          </ButtonLink>
        }
        meta={<Measured evaluation={evaluation} />}
        actions={
          mayRun ? (
            <>
              <EvaluationActs evaluation={evaluation} />
              {evaluation.isArchived ? null : (
                <Button variant="primary" icon={<Play />} onClick={() => push({ start: "runs" })}>
                  Start runs
                </Button>
              )}
            </>
          ) : null
        }
      />
      {refused}
      <MeasuringStrip evaluation={evaluation} />
      <NewerGradersStrip evaluation={evaluation} runs={runs} />
      {runs.length === 0 ? (
        <EmptyState icon={<Gauge />} title="No runs yet">
          A run asks one model for an answer to each held-out row and scores it. Start several to compare
          them.
        </EmptyState>
      ) : (
        <Tabs
          label="Parts of the evaluation"
          className="flex-1"
          panelClassName="flex min-h-0 flex-1 flex-col"
          value={get("tab") ?? "compare"}
          onValueChange={(tab) => replace({ tab })}
          tabs={[
            {
              value: "compare",
              label: "Compare",
              content: <ComparisonTab evaluation={evaluation} runs={runs} />,
            },
            {
              value: "runs",
              label: unended > 0 ? `Runs (${unended} unfinished)` : "Runs",
              count: evaluation.runCount,
              content: <RunsTab runs={runs} mayRun={mayRun} />,
            },
          ]}
        />
      )}
      {mayRun && get("start") && !evaluation.isArchived ? (
        <StartRunsDialog
          evaluation={evaluation}
          runs={runs}
          subjects={get("subjects") ?? ""}
          onClose={() => replace({ start: null, subjects: null })}
        />
      ) : null}
    </>
  );
}

/** What is measured with, and whose checkpoints are measured by themselves. */
function Measured({ evaluation }: { evaluation: Evaluation }) {
  const { entity, project } = useProject();
  const { datasetId, datasetName, version, isArchived, onCheckpoint } = evaluation;
  const watched = onCheckpoint.map(({ modelName }) => modelName).join(", ");
  return (
    <>
      {isArchived ? <Badge>Archived</Badge> : null}
      <Link
        href={projectHref({ entity, project }, "datasets", datasetId)}
        className="min-w-0 truncate rounded-sm underline underline-offset-2 hover:text-ink"
      >
        {datasetName} {version === null ? "" : `v${version}`}
      </Link>
      {watched ? (
        <span title={watched} className="min-w-0 truncate">
          by itself on new checkpoints of {watched}
        </span>
      ) : null}
    </>
  );
}
