"use client";

import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { STATE_LABELS } from "#components/run/state/job-state.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { QueuedJob } from "#lib/contract/training/training-queue.ts";

/** Who is with the trainers now, and how many wait, also in other projects. */
export function TrainingQueue() {
  const { projectId } = useProject();
  const queue = useQuery(trainingQueueQuery(projectId));
  useProjectLive(["jobs"], () => void queue.refetch());
  if (!queue.data) return null;
  const { running, waitingCount } = queue.data;
  return (
    <section
      aria-label="Running"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-sm"
    >
      {running.length === 0 ? (
        <span className="text-muted">
          {waitingCount === 0 ? "The trainer is free. A new job starts immediately." : "No job is running."}
        </span>
      ) : (
        running.map((job, at) => <Running key={job.id ?? at} job={job} />)
      )}
      {waitingCount > 0 ? <span className="text-muted">{countOf(waitingCount, "job")} waiting</span> : null}
    </section>
  );
}

function Running({ job }: { job: QueuedJob }) {
  const { state, step, totalSteps, seconds } = job;
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="text-muted">Running:</span>
      <QueuedJobName job={job} />
      <span className="text-muted text-xs tabular-nums">
        {[
          STATE_LABELS[state].toLowerCase(),
          ...(step !== null && totalSteps !== null
            ? [`${formatCount(step)} of ${formatCount(totalSteps)} steps`]
            : []),
          ...(seconds === null ? [] : [`about ${inWords(seconds)} left`]),
        ].join(" · ")}
      </span>
    </span>
  );
}

/** A job by what people call it; those of projects that are not the reader's have no name. */
export function QueuedJobName({ job }: { job: QueuedJob }) {
  const { projectId } = useProject();
  if (job.id === null || job.projectId === null) return <span>a job of another project</span>;
  const [entity = "", project = ""] = job.projectId.split("/");
  return (
    <Link
      href={projectHref({ entity, project }, "training", job.id)}
      className="min-w-0 truncate rounded-sm font-medium underline-offset-2 hover:underline"
    >
      {job.name ?? job.modelName}
      {job.projectId === projectId ? null : <span className="text-muted"> in {job.projectId}</span>}
    </Link>
  );
}

/** Whole seconds: an estimate has no tenths. */
export function inWords(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : formatDuration(seconds * 1_000);
}
