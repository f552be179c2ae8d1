import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { callsKey } from "#components/calls/parts/call-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { threadQuery, turnsKey } from "#components/threads/queries/thread-queries.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";

/** Changes come in bursts; a thread is read again this long after one at the earliest. */
const REST_MS = 1_500;

/** Reads a thread again when calls of its project have changed. New turns come at its end, so that nothing in sight moves. */
export function useLiveThread(threadId: string): void {
  const { projectId } = useProject();
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    timer.current = undefined;
    void client.invalidateQueries({ queryKey: turnsKey(projectId, threadId) });
    void client.invalidateQueries(threadQuery(projectId, threadId));
    void client.invalidateQueries({ queryKey: [...callsKey(projectId), "of-turns"], predicate: hasRunning });
  };
  useProjectLive(["calls"], () => {
    timer.current ??= setTimeout(refresh, REST_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** What has ended does not change any more. */
function hasRunning({ state }: Query): boolean {
  // The queries of this key hold calls by id.
  const calls = state.data as ReadonlyMap<string, Call> | undefined;
  return calls?.values().some((call) => !call.endedAt) ?? true;
}
