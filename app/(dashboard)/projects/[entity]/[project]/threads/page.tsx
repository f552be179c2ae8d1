import type { Metadata } from "next";
import { readThreadFilters } from "#components/threads/thread-filters.ts";
import { threadListQuery, USUAL_THREAD_SORT } from "#components/threads/thread-queries.ts";
import { ThreadsPage } from "#components/threads/threads-page.tsx";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Threads" };

export default listPage({
  needs: "threads:read",
  page: <ThreadsPage />,
  read: (client, projectId, get) =>
    client.prefetchInfiniteQuery(threadListQuery(projectId, readThreadFilters(get), USUAL_THREAD_SORT)),
});
