"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, MessageSquare } from "lucide-react";
import { useMemo } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { chatNameOf } from "#components/models/model-names.ts";
import { modelQuery } from "#components/models/model-queries.ts";
import { NoAccess } from "#components/projects/no-access.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { TrainingJob } from "#lib/contract/training.ts";
import { CancelJob } from "./cancel-job.tsx";
import { JobCurve } from "./job-curve.tsx";
import { JobEvents } from "./job-events.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobSamples } from "./job-samples.tsx";
import { JobStateBadge } from "./job-state.tsx";
import { isEndState, NOTHING_YET } from "./live-job.ts";
import { shownJob } from "./shown-job.ts";
import { jobQuery } from "./training-queries.ts";
import { useJobStreams } from "./use-job-streams.ts";

/** One training job, as it happens. */
export function JobPage({ jobId }: { jobId: string }) {
  const { entity, project, can } = useProject();
  const mayRead = can("training:read");
  const job = useQuery({ ...jobQuery(jobId), enabled: mayRead });
  const listHref = projectHref({ entity, project }, "training");
  if (!mayRead)
    return <NoAccess title="Training is not open to annotators">Your work waits in the queues.</NoAccess>;
  if (job.data) return <LoadedJob job={job.data} listHref={listHref} />;
  if (job.error instanceof ApiError && job.error.status === 404)
    return (
      <EmptyState
        title="This training job does not exist"
        actions={<ButtonLink href={listHref}>See the training jobs</ButtonLink>}
      >
        It may have been deleted together with its model.
      </EmptyState>
    );
  if (job.error)
    return (
      <ErrorState
        title="The training job could not be loaded"
        detail={explainError(job.error)}
        onRetry={() => void job.refetch()}
        pending={job.isFetching}
      />
    );
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the training job" lines={6} />
    </div>
  );
}

function LoadedJob({ job: read, listHref }: { job: TrainingJob; listHref: string }) {
  const { jobs, isConnected } = useJobStreams(useMemo(() => [read.id], [read.id]));
  const model = useQuery(modelQuery(read.modelId));
  const live = jobs.get(read.id) ?? NOTHING_YET;
  const job = shownJob(read, live);
  const modelName = model.data?.name ?? (model.error ? "a deleted model" : "…");
  return (
    <>
      <PageHeader
        title={`Training of ${modelName}`}
        back={
          <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Training
          </ButtonLink>
        }
        meta={
          <span aria-live="polite">
            <JobStateBadge state={job.state} />
          </span>
        }
        actions={<JobActions job={job} />}
      />
      {!isConnected && !isEndState(job.state) ? (
        <ErrorBanner title="The live connection was lost." detail="It is being opened again." />
      ) : null}
      {job.state === "failed" ? (
        <ErrorBanner title="The job failed." detail={job.errorMessage ?? undefined} />
      ) : null}
      <div className="min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-rows-[auto_auto_minmax(24rem,1fr)]">
        <JobFacts job={job} live={live} />
        <JobCurve jobId={job.id} live={live} />
        <div className="grid min-w-0 lg:min-h-0 lg:grid-cols-2 lg:grid-rows-1">
          <JobEvents live={live} />
          <JobSamples samples={live.samples} isOver={isEndState(job.state)} />
        </div>
      </div>
    </>
  );
}

function JobActions({ job }: { job: TrainingJob }) {
  const { entity, project, can } = useProject();
  const model = useQuery(modelQuery(job.modelId));
  if (!isEndState(job.state)) return can("training:write") ? <CancelJob job={job} /> : null;
  if (job.checkpointStep === null || !model.data || !can("chat:create")) return null;
  const chatName = chatNameOf(model.data, job.checkpointStep);
  const href = `${projectHref({ entity, project }, "chat")}?model=${encodeURIComponent(chatName)}`;
  return (
    <ButtonLink href={href} variant="primary" icon={<MessageSquare />}>
      Chat with it
    </ButtonLink>
  );
}
