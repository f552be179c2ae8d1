"use client";

import { useQuery } from "@tanstack/react-query";
import type { DeskPlace } from "#components/desk/state/desk-queries.ts";
import { rlWaitsQuery } from "#components/training/rl/rl-queries.ts";
import type { AwaitedBy } from "#lib/contract/annotation/awaited.ts";

/** Who waits for the item, for as long as the run does: it may have continued since the item was reserved. */
export function useAwaited({ projectId, queueId }: DeskPlace, awaited: AwaitedBy | null): AwaitedBy | null {
  const waits = useQuery(rlWaitsQuery(projectId, queueId)).data;
  if (awaited === null || waits === undefined) return awaited;
  return waits.some(({ runId }) => runId === awaited.runId) ? awaited : null;
}
