import type { Metadata } from "next";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { jobListQuery, readJobFilter, trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { TrainingPage } from "#components/training/jobs/training-page.tsx";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Training" };

export default listPage({
  needs: "training:read",
  page: <TrainingPage />,
  read: async (client, projectId, get) => {
    await Promise.all([
      client.prefetchInfiniteQuery(jobListQuery(projectId, readJobFilter(get))),
      // The list shows each job's model by name.
      client.prefetchQuery(modelChoicesQuery(projectId)),
      // It stands above the list, which would move down.
      client.prefetchQuery(trainingQueueQuery(projectId)),
    ]);
  },
});
