import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queuesKey } from "#components/queues/parts/queue-queries.ts";
import { batchedLoader } from "#lib/client/batched-loader.ts";
import { call } from "#lib/client/call.ts";
import { type ItemAnswer, queryItemAnswers } from "#lib/contract/annotation/queue-lead.ts";

/** The service takes so many in one request. */
const MAX_ITEMS = 200;
const NONE: readonly ItemAnswer[] = [];

type AnswersLoader = (itemId: string) => Promise<readonly ItemAnswer[] | null>;

/** Loads what was said of the items in sight. */
export function answersLoader(projectId: string, queueId: string): AnswersLoader {
  return batchedLoader<readonly ItemAnswer[]>({
    most: MAX_ITEMS,
    loadMany: async (itemIds) => {
      const { answers } = await call(queryItemAnswers, { projectId, queueId, itemIds });
      return Map.groupBy(answers, ({ itemId }) => itemId);
    },
  });
}

const LoaderContext = createContext<AnswersLoader | null>(null);
export const AnswersLoaderProvider = LoaderContext.Provider;

/** What was said of one item of a list; undefined while it loads. */
export function useItemAnswers(itemId: string): readonly ItemAnswer[] | undefined {
  const { projectId } = useProject();
  const queue = useQueue();
  const load = useContext(LoaderContext);
  const { data, isPending } = useQuery({
    queryKey: [...queuesKey(projectId), "row-answers", queue.id, itemId],
    queryFn: () => load?.(itemId) ?? null,
    enabled: load !== null,
  });
  return isPending ? undefined : (data ?? NONE);
}
