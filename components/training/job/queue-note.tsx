"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { jobQuery, trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { QueuedJobName } from "#components/training/jobs/training-queue.tsx";
import { inWords } from "#components/training/progress/left-words.ts";
import { placeText, queueText } from "#components/training/progress/queue-text.ts";
import { WAITS_FOR_TURN } from "#lib/contract/training/job-states.ts";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";

/** For whom a job waits, where it stands and when it begins, as far as that is known. */
export function QueueNote({ job }: { job: TrainingJobDetail }) {
  const { projectId } = useProject();
  const { refetch } = useQuery({ ...jobQuery(job.id), enabled: false });
  const queue = useQuery(trainingQueueQuery(projectId));
  useProjectLive(["jobs"], () => void Promise.all([refetch(), queue.refetch()]));
  const waiting = queue.data?.waiting ?? [];
  const place = waiting.findIndex(({ id }) => id === job.id);
  const numbered = placeText(queue.data ?? null, job.id);
  const running = queue.data?.running ?? [];
  const isForTurn = job.waitingFor === WAITS_FOR_TURN;
  return (
    <div role="status" className="border-line border-b bg-sunken px-4 py-2 text-sm">
      <p>
        {isForTurn ? "Other jobs have their turn." : queueText(job.queuePosition ?? 0)}
        {numbered ? ` ${numbered}` : null}{" "}
        {place < 0 ? null : (
          <span className="text-muted">{beginsText(waiting[place]?.seconds ?? null, isForTurn)}</span>
        )}
      </p>
      {running.map((one, at) => (
        <p key={one.id ?? at} className="flex flex-wrap gap-x-1 text-muted">
          It is waiting for <QueuedJobName job={one} />
        </p>
      ))}
    </div>
  );
}

function beginsText(seconds: number | null, isForTurn: boolean): string {
  const does = isForTurn ? "continues" : "starts";
  if (seconds === null) return `When it ${does} is not known yet.`;
  return seconds < 1 ? `It ${does} in a moment.` : `It ${does} in about ${inWords(seconds)}.`;
}
