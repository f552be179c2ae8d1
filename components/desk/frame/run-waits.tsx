"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { rlWaitsQuery } from "#components/training/rl/rl-queries.ts";
import { WaitText } from "#components/training/waits/wait-text.tsx";
import type { RlWait } from "#lib/contract/reinforcement/rl-people.ts";

/** That a training run waits for the answers of this queue, and until when. */
export function RunWaits({ queueId }: { queueId: string }) {
  const { projectId } = useProject();
  const waits = useQuery(rlWaitsQuery(projectId, queueId));
  useProjectLive(["queues", "jobs"], () => void waits.refetch());
  // Once all is said the run is about to continue, and there is nothing left to read.
  const open = (waits.data ?? []).filter(({ parked, answered }) => answered < parked);
  return open.map((wait) => <RunWait key={wait.runId} wait={wait} />);
}

export function RunWait({ wait: { name, ...wait } }: { wait: RlWait }) {
  return (
    <p className="flex shrink-0 items-start gap-2 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink text-sm">
      <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {name === null ? "A training run" : `The training run “${name}”`} waits here: <WaitText {...wait} />
      </span>
    </p>
  );
}
