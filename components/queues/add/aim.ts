import { useQuery } from "@tanstack/react-query";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { queueChoicesQuery } from "#components/queues/parts/queue-queries.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

/** The name in the address of a list that calls are chosen in for one queue. */
export const AIM = "into";

/** That queue; null where the list is read for anything else, or the queue takes nothing more. */
export function useAim(): Queue | null {
  const { projectId, can } = useProject();
  const { get } = useSearchState();
  const id = get(AIM);
  const mayAdd = can("queues:write");
  const { data } = useQuery({ ...queueChoicesQuery(projectId), enabled: id !== null && mayAdd });
  if (id === null || !mayAdd) return null;
  return data?.find((queue) => queue.id === id && !queue.isArchived) ?? null;
}
