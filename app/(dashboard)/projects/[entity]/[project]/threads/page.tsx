import type { Metadata } from "next";
import { ThreadsPage } from "#components/threads/list/threads-page.tsx";
import { readThreadFilters } from "#components/threads/queries/thread-filters.ts";
import { threadListQuery, USUAL_THREAD_SORT } from "#components/threads/queries/thread-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Threads" };

export default listPage({
  needs: "threads:read",
  page: <ThreadsPage />,
  read: (client, projectId, get) =>
    client.prefetchInfiniteQuery(threadListQuery(projectId, readThreadFilters(get), USUAL_THREAD_SORT)),
});
