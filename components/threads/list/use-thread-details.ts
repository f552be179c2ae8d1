import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { threadsKey } from "#components/threads/queries/thread-queries.ts";
import { boundsOf, type TimeRange } from "#components/ui/filter/time-range.ts";
import { batchedLoader } from "#lib/client/batched-loader.ts";
import { call } from "#lib/client/call.ts";
import { getThreadDetails, MAX_DETAILED_THREADS, type ThreadDetails } from "#lib/contract/traces/threads.ts";

export type DetailsLoader = { time: TimeRange; load: (threadId: string) => Promise<ThreadDetails | null> };

/** Loads what the rows in sight show beside their statistics, over the same stretch of time as the list. */
export function detailsLoader(projectId: string, time: TimeRange): DetailsLoader {
  const load = batchedLoader<ThreadDetails>({
    most: MAX_DETAILED_THREADS,
    loadMany: async (threadIds) => {
      const { after, before } = boundsOf(time, new Date());
      const window = {
        ...(after ? { afterDatetime: after } : {}),
        ...(before ? { beforeDatetime: before } : {}),
      };
      const { details } = await call(getThreadDetails, { projectId, threadIds, ...window });
      return new Map(details.map((one) => [one.threadId, one]));
    },
  });
  return { time, load };
}

export function threadDetailsKey(projectId: string) {
  return [...threadsKey(projectId), "details"] as const;
}

const LoaderContext = createContext<DetailsLoader | null>(null);
export const DetailsLoaderProvider = LoaderContext.Provider;

/** Undefined while they load; null where the thread is gone. */
export function useThreadDetails(threadId: string): ThreadDetails | null | undefined {
  const { projectId } = useProject();
  const loader = useContext(LoaderContext);
  const { data, isError } = useQuery({
    queryKey: [...threadDetailsKey(projectId), loader?.time, threadId],
    queryFn: () => loader?.load(threadId) ?? null,
    enabled: loader !== null,
    staleTime: 60_000,
  });
  return isError ? null : data;
}
