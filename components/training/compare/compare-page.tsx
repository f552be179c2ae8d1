"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useMemo } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { jobQuery } from "#components/run/queries/training-queries.ts";
import { shownJob } from "#components/run/state/shown-job.ts";
import { MAX_LINES } from "#components/training/chart/frame/line-inks.ts";
import { jobsToFollow } from "#components/training/jobs/jobs-to-follow.ts";
import { useJobStreams } from "#components/training/jobs/use-job-streams.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { CompareRuns } from "./compare-runs.tsx";

/** Several training jobs over each other. `?jobs=` names them by their ids, the first is what the others are measured by. */
export function ComparePage() {
  const { entity, project, can } = useProject();
  const { get } = useSearchState();
  const ids = useMemo(() => idsIn(get("jobs")), [get]);
  const listHref = projectHref({ entity, project }, "training");
  if (!can("training:read"))
    return (
      <NoAccess isPage title="Training is not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  return (
    <>
      <PageHeader
        title="Compare training jobs"
        back={
          <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Training
          </ButtonLink>
        }
      />
      {ids.length < 2 ? (
        <EmptyState
          title="Choose at least two jobs"
          actions={<ButtonLink href={listHref}>See the training jobs</ButtonLink>}
        >
          Select up to {MAX_LINES} jobs in the list, with X or their checkboxes, then press Compare.
        </EmptyState>
      ) : (
        <LoadedRuns ids={ids} />
      )}
    </>
  );
}

function idsIn(text: string | null): string[] {
  const ids = (text ?? "").split(",").filter((id) => /^[\w-]{1,64}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_LINES);
}

function LoadedRuns({ ids }: { ids: readonly string[] }) {
  const { projectId } = useProject();
  const models = useQuery(modelChoicesQuery(projectId));
  const queries = useQueries({ queries: ids.map((id) => jobQuery(id)) });
  const read = queries.flatMap(({ data }): TrainingJob[] => (data ? [data] : []));
  const followed = jobsToFollow(read).join(" ");
  const { jobs: live } = useJobStreams(useMemo(() => (followed ? followed.split(" ") : []), [followed]));
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  const failed = queries.filter(({ error }) => error);
  if (queries.some(({ isPending }) => isPending))
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the training jobs" lines={8} />
      </div>
    );
  return (
    <>
      {failed.length > 0 ? (
        <ErrorBanner
          title={
            failed.length === 1
              ? "One job could not be loaded."
              : `${failed.length} jobs could not be loaded.`
          }
          detail={explainError(failed[0]?.error)}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : null}
      <CompareRuns
        jobs={read.map((job) => shownJob(job, live.get(job.id)))}
        live={live}
        nameOf={(modelId) => names.get(modelId) ?? "a deleted model"}
      />
    </>
  );
}
