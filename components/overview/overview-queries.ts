import type { QueryClient } from "@tanstack/react-query";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import {
  evaluationListQuery,
  servedEvaluationsQuery,
  storedGradersQuery,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { loopListQuery } from "#components/loops/loop-queries.ts";
import { refusedPromotionsQuery, waitingPromotionsQuery } from "#components/models/aliases/alias-queries.ts";
import { queueListQuery, USUAL_QUEUE_SORT } from "#components/queues/parts/queue-queries.ts";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { ALL_JOBS, jobListQuery } from "#components/run/queries/training-queries.ts";
import { readThreadFilters } from "#components/threads/queries/thread-filters.ts";
import { newestThreadsQuery, threadSummaryQuery } from "#components/threads/queries/thread-queries.ts";
import { rlWaitsQuery } from "#components/training/rl/rl-queries.ts";

/** Of each kind of thing, the newest few are named. */
export const NAMED = 3;

/** What the links of the numbers ask for, so that its page shows the same number. */
export const TRAFFIC = "traffic=1";
export const LAST_DAY = `${TRAFFIC}&since=24h`;

/** What the overview asks for: the queries of the pages that it leads to, and the newest threads. */
export function overviewQueries(projectId: string) {
  const summaryOf = (search: string) => {
    const values = new URLSearchParams(search);
    return threadSummaryQuery(
      projectId,
      readThreadFilters((name) => values.get(name)),
    );
  };
  return {
    threads: summaryOf(TRAFFIC),
    lastDay: summaryOf(LAST_DAY),
    newest: newestThreadsQuery(projectId, NAMED),
    queues: queueListQuery(projectId, { name: "", sort: USUAL_QUEUE_SORT, isArchived: false }),
    datasets: datasetListQuery(projectId, { name: "", isArchived: false }),
    jobs: jobListQuery(projectId, ALL_JOBS),
    models: modelChoicesQuery(projectId),
    evaluations: evaluationListQuery(projectId, ""),
    graders: storedGradersQuery(projectId),
    served: servedEvaluationsQuery(projectId),
    promotions: waitingPromotionsQuery(projectId),
    refused: refusedPromotionsQuery(projectId, null),
    loops: loopListQuery(projectId),
    waits: rlWaitsQuery(projectId),
  };
}

/** Reads it all for a page that is sent with its data. */
export async function readOverview(client: QueryClient, projectId: string): Promise<void> {
  const queries = overviewQueries(projectId);
  const { threads, lastDay, newest, queues, datasets, jobs, models, evaluations, graders } = queries;
  const { served, promotions, refused, loops, waits } = queries;
  await Promise.all([
    client.prefetchQuery(threads),
    client.prefetchQuery(lastDay),
    client.prefetchQuery(newest),
    client.prefetchInfiniteQuery(queues),
    client.prefetchInfiniteQuery(datasets),
    client.prefetchInfiniteQuery(jobs),
    client.prefetchQuery(models),
    client.prefetchInfiniteQuery(evaluations),
    client.prefetchQuery(graders),
    client.prefetchQuery(served),
    client.prefetchQuery(promotions),
    client.prefetchQuery(refused),
    client.prefetchInfiniteQuery(loops),
    client.prefetchQuery(waits),
  ]);
}
