import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { turnWindowQuery } from "#components/threads/queries/thread-queries.ts";

/** Whether it is known that nothing goes by this id. Shares the request of the first turns with the conversation itself. */
export function useIsNoThread(threadId: string | null): boolean {
  const { projectId, can } = useProject();
  const { data } = useQuery({
    ...turnWindowQuery(projectId, threadId ?? "", 0),
    enabled: threadId !== null && can("threads:read"),
  });
  return data?.total === 0;
}
