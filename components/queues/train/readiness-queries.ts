import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { datasetsKey } from "#components/datasets/parts/dataset-queries.ts";
import { call } from "#lib/client/call.ts";
import { getQueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type ReadinessReply = ReplyOf<typeof getQueueReadiness>;

type Asked = { queueId: string; datasetId: string | null; modelId: string | null };

/** What the answers are ready for. It reads them all, so it is asked when people come back to it and not with each answer. */
export function readinessQuery(projectId: string, { queueId, datasetId, modelId }: Asked) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "readiness", queueId, datasetId, modelId],
    queryFn: ({ signal }) =>
      call(
        getQueueReadiness,
        { projectId, queueId, ...(datasetId ? { datasetId } : {}), ...(modelId ? { modelId } : {}) },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
