import type { Metadata } from "next";
import { readChips } from "#components/queues/queue-chips.ts";
import { queueListQuery, USUAL_QUEUE_SORT } from "#components/queues/queue-queries.ts";
import { QueuesPage } from "#components/queues/queues-page.tsx";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Queues" };

export default listPage({
  needs: "queues:read",
  page: <QueuesPage />,
  read: (client, projectId, get) => {
    const isArchived = readChips(get("show")).includes("archived");
    const list = { name: get("name") ?? "", sort: USUAL_QUEUE_SORT, isArchived };
    return client.prefetchInfiniteQuery(queueListQuery(projectId, list));
  },
});
