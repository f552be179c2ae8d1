"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { EvaluationCurves } from "#components/evaluations/curves/evaluation-curves.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY, modelQuery } from "#components/run/queries/model-queries.ts";
import { jobQuery } from "#components/run/queries/training-queries.ts";
import { jobName } from "#components/run/state/job-name.ts";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import {
  isEndState,
  KEPT_EVENTS,
  type LiveJob,
  NOTHING_YET,
  TOLD_EVENTS,
} from "#components/run/state/live-job.ts";
import { shownJob } from "#components/run/state/shown-job.ts";
import { stepIn } from "#components/run/state/step-in.ts";
import { useJobStreams } from "#components/training/jobs/use-job-streams.ts";
import { NextSteps } from "#components/training/next/next-steps.tsx";
import { JobConfig } from "#components/training/parts/job-config.tsx";
import { JobWarnings } from "#components/training/parts/job-warnings.tsx";
import { LearnedRetracted } from "#components/training/parts/learned-retracted.tsx";
import { runOfJobQuery } from "#components/training/rl/rl-queries.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { type TabItem, Tabs } from "#components/ui/button/tabs.tsx";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import type { TrainingJob, TrainingJobDetail } from "#lib/contract/training/training.ts";
import { CancelledNote } from "./cancel/cancelled-note.tsx";
import { EventLog } from "./event-log.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobCharts } from "./job-charts.tsx";
import { JobCheckpoints } from "./job-checkpoints.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobLabels } from "./job-labels.tsx";
import { JobRewards } from "./job-rewards.tsx";
import { JobSamples } from "./job-samples.tsx";
import { QueueNote } from "./queue-note.tsx";
import { JobRows } from "./rows/job-rows.tsx";

/** One training job, as it happens. */
export function JobPage({ jobId }: { jobId: string }) {
  const { entity, project, can } = useProject();
  const mayRead = can("training:read");
  const job = useQuery({ ...jobQuery(jobId), enabled: mayRead });
  const listHref = projectHref({ entity, project }, "training");
  if (!mayRead)
    return (
      <NoAccess isPage title="Training is not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (job.data) return <LoadedJob job={job.data} listHref={listHref} />;
  if (job.error instanceof ApiError && job.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This training job does not exist"
        actions={<ButtonLink href={listHref}>See the training jobs</ButtonLink>}
      >
        It may have been deleted together with its model.
      </EmptyState>
    );
  if (job.error) return <QueryError title="The training job could not be loaded" query={job} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the training job" lines={6} />
    </div>
  );
}

function LoadedJob({ job: read, listHref }: { job: TrainingJobDetail; listHref: string }) {
  const [tail, setTail] = useState(TOLD_EVENTS);
  const { jobs, isConnected } = useJobStreams(
    useMemo(() => [read.id], [read.id]),
    tail,
  );
  const model = useQuery(modelQuery(read.modelId));
  const again = useQuery(jobQuery(read.id));
  // What is found in its numbers is not on its stream.
  useProjectLive(["jobs"], () => void again.refetch());
  useModelsLive(read.kind === "rl");
  const live = jobs.get(read.id) ?? NOTHING_YET;
  const job = shownJob(read, live);
  const isForTurn = job.waitingFor === WAITS_FOR_TURN;
  // A model has many jobs; their ids differ most at the end.
  useDocumentName(model.data ? `${model.data.name} (${read.id.slice(-6)})` : null);
  const modelName = model.data?.name ?? (model.error ? "a deleted model" : "…");
  return (
    <>
      <PageHeader
        title={job.name ?? `Training of ${jobName(job, modelName)}`}
        back={
          <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Training
          </ButtonLink>
        }
        meta={
          <>
            <span aria-live="polite">
              <JobStateBadge
                state={job.state}
                isStoppedEarly={job.isStoppedEarly}
                health={job.health}
                waitingFor={job.waitingFor}
              />
            </span>
            <JobLabels job={job} modelName={job.name === null ? null : modelName} />
          </>
        }
        actions={<JobActions job={job} />}
      />
      {!isConnected && !isEndState(job.state) ? (
        <ErrorBanner title="The live connection was lost." detail="Reconnecting…" />
      ) : null}
      {job.state === "failed" ? (
        <ErrorBanner title="The job failed." detail={job.errorMessage ?? undefined} />
      ) : null}
      <CancelledNote job={job} />
      <JobWarnings job={job} isOver={isEndState(job.state)} />
      <LearnedRetracted
        job={{ id: job.id, isEnded: isEndState(job.state) }}
        modelId={job.modelId}
        step={job.checkpointStep}
        datasetRef={job.source.datasetRef}
      />
      {model.data ? <JobNextSteps job={job} modelName={model.data.name} /> : null}
      {job.waitingFor === null || isForTurn ? null : <WaitingNote text={job.waitingFor} />}
      {!isEndState(job.state) && (job.attempt > 1 || job.lastFault !== null) ? (
        <AttemptNote job={job} />
      ) : null}
      {job.queuePosition === null || (job.waitingFor !== null && !isForTurn) ? null : <QueueNote job={job} />}
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto short:overflow-y-auto">
        <JobFacts job={job} live={live} />
        {model.data ? <JobCheckpoints job={job} model={model.data} /> : null}
        <JobTabs job={job} live={live} onEarlier={tail < KEPT_EVENTS ? () => setTail(KEPT_EVENTS) : null} />
      </div>
    </>
  );
}

/** The guard of a run judges what a job made when that has ended. */
function useModelsLive(isOfRun: boolean): void {
  const client = useQueryClient();
  useProjectLive(["jobs", "models"], () => {
    if (isOfRun) void client.invalidateQueries({ queryKey: MODELS_KEY });
  });
}

/** What has learned nothing is not worth measuring. */
function JobNextSteps({ job, modelName }: { job: TrainingJob; modelName: string }) {
  const { state, health, checkpointStep: step, kind, modelId, startedFromStep: fromStep, source } = job;
  const { projectId } = useProject();
  const ofRun = useQuery({ ...runOfJobQuery(projectId, job.id), enabled: kind === "rl" });
  if (state !== "completed" || health === "dead" || step === null || ofRun.isLoading) return null;
  const run = { runId: ofRun.data?.id ?? null, guardId: ofRun.data?.guard?.evaluationId ?? null };
  const jobId = kind !== "rl" && source.isAvailable ? job.id : null;
  return (
    <NextSteps
      made={{ kind, modelId, modelName, step, fromStep, datasetRef: source.datasetRef, jobId, ...run }}
    />
  );
}

type JobTabsProps = { job: TrainingJobDetail; live: LiveJob; onEarlier: (() => void) | null };

function JobTabs({ job, live, onEarlier }: JobTabsProps) {
  const { can } = useProject();
  const { get, replace } = useSearchState();
  const isOver = isEndState(job.state);
  const rewards: TabItem[] =
    job.kind === "rl" ? [{ value: "rewards", label: "Rewards", content: <JobRewards jobId={job.id} /> }] : [];
  const showStep = (step: number | null) => replace({ step: step === null ? null : String(step) });
  const tabs: TabItem[] = [
    {
      value: "charts",
      label: "Charts",
      content: (
        <JobCharts
          job={job}
          live={live}
          onStep={(step, name) => {
            const isOfRows = job.kind === "sft" && name === "loss";
            replace({ tab: isOfRows ? "rows" : "samples", step: String(step) });
          }}
        />
      ),
    },
    {
      value: "samples",
      label: "Samples",
      count: live.samples.length,
      content: (
        <JobSamples samples={live.samples} isOver={isOver} step={stepIn(get("step"))} onStep={showStep} />
      ),
    },
    ...(can("evaluations:read")
      ? [{ value: "evaluations", label: "Evaluations", content: <EvaluationCurves modelId={job.modelId} /> }]
      : []),
    ...rewards,
    ...rowsTab(job, stepIn(get("step")), showStep),
    {
      value: "events",
      label: "Events",
      count: live.eventCount,
      content: <EventLog live={live} cancellation={job.cancellation} onEarlier={onEarlier} />,
    },
    { value: "config", label: "Settings", content: <JobConfig job={job} /> },
  ];
  const shown = get("tab") ?? "charts";
  const show = (tab: string | undefined) => replace({ tab: tab === "charts" ? null : (tab ?? null) });
  useTabKeys((by) => {
    const at = tabs.findIndex(({ value }) => value === shown);
    show(tabs[(Math.max(at, 0) + by + tabs.length) % tabs.length]?.value);
  });
  return (
    <Tabs
      label="Parts of the training job"
      tabs={tabs}
      value={shown}
      onValueChange={show}
      className="flex-1"
      panelClassName="flex min-h-0 flex-1 flex-col lg:not-short:overflow-y-auto"
    />
  );
}

/** Of a supervised job alone: others learn from no rows of their own. */
function rowsTab(
  { id, kind, step: done, source: { datasetRef } }: TrainingJobDetail,
  step: number | null,
  onStep: (step: number | null) => void,
): TabItem[] {
  if (kind !== "sft") return [];
  const content = <JobRows jobId={id} datasetRef={datasetRef} done={done} step={step} onStep={onStep} />;
  return [{ value: "rows", label: "Rows by loss", content }];
}

/** Brackets walk along the parts, from anywhere on the page. */
function useTabKeys(onStep: (by: number) => void): void {
  const step = useEffectEvent(onStep);
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  useEffect(() => {
    setShortcuts([
      { keys: "]", label: "Next part", run: () => step(1) },
      { keys: "[", label: "Previous part", run: () => step(-1) },
    ]);
  }, []);
  useShortcuts("Training job", shortcuts);
}

/** What a job lacks; it continues by itself. */
function WaitingNote({ text }: { text: string }) {
  return (
    <p role="status" className="border-line border-b bg-warning-tint px-4 py-2 text-sm text-warning-ink">
      <span className="font-medium">The job is waiting.</span> {text[0]?.toUpperCase()}
      {text.slice(1)}. It continues by itself, and this does not count as an attempt.
    </p>
  );
}

/** That a try went wrong, and why; the next one begins by itself. */
function AttemptNote({ job: { attempt, lastFault } }: { job: TrainingJob }) {
  return (
    <p role="status" className="border-line border-b bg-warning-tint px-4 py-2 text-sm text-warning-ink">
      <span className="font-medium">Attempt {attempt}.</span>{" "}
      {lastFault
        ? `Before: ${lastFault}. It is being retried.`
        : "The previous trainer ended without a reason."}
    </p>
  );
}
