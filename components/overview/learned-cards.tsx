import { Boxes, TrendingDown } from "lucide-react";
import { useMemo } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { MAX_CHOICES } from "#components/run/queries/model-queries.ts";
import { jobName } from "#components/run/state/job-name.ts";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import { shownJob } from "#components/run/state/shown-job.ts";
import { jobsToFollow } from "#components/training/jobs/jobs-to-follow.ts";
import { useJobStreams } from "#components/training/jobs/use-job-streams.ts";
import { stepsText } from "#components/training/progress/job-progress.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { JobStatus } from "#lib/contract/training/job-states.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { NAMED } from "./overview-queries.ts";
import { type Figure, StageCard, StageRow } from "./stage-card.tsx";
import type { Overview } from "./use-overview.ts";

const STATUS_FIGURES: readonly { status: JobStatus; label: string; isRare?: boolean }[] = [
  { status: "RUNNING", label: "running" },
  { status: "QUEUED", label: "queued", isRare: true },
  { status: "COMPLETED", label: "completed" },
  { status: "FAILED", label: "failed", isRare: true },
];

const NO_JOBS: readonly TrainingJob[] = [];

export function TrainingCard({ jobs, models, loops }: Pick<Overview, "jobs" | "models" | "loops">) {
  const project = useProject();
  const href = projectHref(project, "training");
  const listed = jobs.data ?? NO_JOBS;
  const { jobs: live } = useJobStreams(useMemo(() => jobsToFollow(listed), [listed]));
  const shown = listed.map((job) => shownJob(job, live.get(job.id)));
  const countIn = (wanted: JobStatus) => listed.filter(({ status }) => status === wanted).length;
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  return (
    <StageCard
      title="Training"
      icon={<TrendingDown />}
      href={href}
      queries={[jobs, models, loops]}
      empty={
        jobs.data?.length === 0
          ? "No jobs yet. A job trains a model on a version of a dataset or on a file, and adds a checkpoint."
          : null
      }
      figures={[
        ...STATUS_FIGURES.filter(({ status, isRare }) => !isRare || countIn(status) > 0).map(
          ({ status, label }) => ({
            count: countIn(status),
            isAtLeast: jobs.hasNextPage,
            label,
            href: `${href}?status=${status}`,
          }),
        ),
        ...loopFigures(loops, projectHref(project, "loops")),
      ]}
    >
      {shown.slice(0, NAMED).map((job) => (
        <StageRow
          key={job.id}
          href={`${href}/${job.id}`}
          title={jobName(job, names.get(job.modelId) ?? "a deleted model")}
          detail={progressOf(job)}
          aside={
            <>
              <JobStateBadge
                state={job.state}
                isStoppedEarly={job.isStoppedEarly}
                health={job.health}
                waitingFor={job.waitingFor}
              />
              <Time value={job.createdAt} />
            </>
          }
        />
      ))}
    </StageCard>
  );
}

/** Only for projects that have loops. */
function loopFigures({ data = [], hasNextPage }: Overview["loops"], href: string): Figure[] {
  if (data.length === 0) return [];
  const count = data.filter(({ isPaused }) => !isPaused).length;
  return [{ count, isAtLeast: hasNextPage, label: count === 1 ? "loop at work" : "loops at work", href }];
}

/** How far it is, and what stops it for now. */
function progressOf({ step, totalSteps, waitingFor }: TrainingJob): string {
  if (waitingFor) return `waits: ${waitingFor}`;
  return totalSteps === null ? "not begun" : `${stepsText(step, totalSteps)} training steps`;
}

export function ModelsCard({ models }: Pick<Overview, "models">) {
  const href = projectHref(useProject(), "models");
  const [newest] = models.data ?? [];
  return (
    <StageCard
      title="Models"
      icon={<Boxes />}
      href={href}
      queries={[models]}
      empty={
        models.data?.length === 0
          ? "No models yet. A model starts from a base model; each training job adds a checkpoint to chat with."
          : null
      }
      figures={[
        {
          count: models.data?.length ?? 0,
          isAtLeast: (models.data?.length ?? 0) >= MAX_CHOICES,
          label: "in all",
          href,
        },
        ...(newest
          ? [
              {
                count: newest.checkpointCount,
                label:
                  newest.checkpointCount === 1 ? "checkpoint of the newest" : "checkpoints of the newest",
                href: `${href}/${newest.id}?tab=checkpoints`,
              },
            ]
          : []),
      ]}
    >
      {models.data?.slice(0, NAMED).map((model) => (
        <StageRow
          key={model.id}
          href={`${href}/${model.id}`}
          title={model.name}
          detail={standOf(model)}
          // Of the step that its detail names.
          aside={<Time value={model.latestStepAt ?? model.createdAt} />}
        />
      ))}
    </StageCard>
  );
}

function standOf({ baseModel, latestStep, unendedJobs }: ModelWithSteps): string {
  const step =
    latestStep === null
      ? "no checkpoint"
      : latestStep === 0
        ? "untrained"
        : `checkpoint step ${formatCount(latestStep)}`;
  const jobs = unendedJobs > 0 ? ` · ${countOf(unendedJobs, "job")} under way` : "";
  return `${baseModel} · ${step}${jobs}`;
}
