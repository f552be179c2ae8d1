"use client";

import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { STATE_LABELS } from "#components/run/state/job-state.tsx";
import { useNow } from "#components/run/state/use-now.ts";
import { leftWords } from "#components/training/progress/left-words.ts";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
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
        running.map((job, at) => <Running key={job.id ?? at} job={job} readAt={queue.dataUpdatedAt} />)
      )}
      {waitingCount > 0 ? <span className="text-muted">{countOf(waitingCount, "job")} waiting</span> : null}
    </section>
  );
}

function Running({ job, readAt }: { job: QueuedJob; readAt: number }) {
  const { state, step, totalSteps, ends } = job;
  const now = useNow(true);
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
          ...(ends === null ? [] : [`${leftWords(ends, { readAt, now }).about} left`]),
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
