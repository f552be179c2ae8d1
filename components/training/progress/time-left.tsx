"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { QUEUE_EVERY_MS, trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { leftWords } from "#components/training/progress/left-words.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { getTrainingQueue } from "#lib/contract/training/training-queue.ts";

/** The estimate comes with the first steps, which are soon done. */
const UNKNOWN_EVERY_MS = 2_000;

type TimeLeftProps = { jobId: string; isRunning: boolean; now: Date };

/** When a job will have ended, as the list of jobs says it: what others take in between is part of it. */
export function TimeLeft({ jobId, isRunning, now }: TimeLeftProps) {
  const { projectId } = useProject();
  const queue = useQuery({
    ...trainingQueueQuery(projectId),
    refetchInterval: ({ state }) =>
      isRunning && !endsOf(state.data, jobId) ? UNKNOWN_EVERY_MS : QUEUE_EVERY_MS,
  });
  const ends = endsOf(queue.data, jobId);
  if (!ends)
    return isRunning ? <span className="min-w-0 truncate text-muted">known after a few steps</span> : "–";
  const { about, range } = leftWords(ends, { readAt: queue.dataUpdatedAt, now });
  return (
    // In one line however long it grows: what stands below must not move with each step.
    <span title={range} className="min-w-0 truncate tabular-nums">
      {about}
      {range ? <span className="text-muted text-xs"> ({range})</span> : null}
    </span>
  );
}

function endsOf(queue: ReplyOf<typeof getTrainingQueue> | undefined, jobId: string) {
  const jobs = [...(queue?.running ?? []), ...(queue?.waiting ?? [])];
  return jobs.find(({ id }) => id === jobId)?.ends ?? null;
}
