import type { Metadata } from "next";
import { readChips } from "#components/queues/list/queue-chips.ts";
import { QueuesPage } from "#components/queues/list/queues-page.tsx";
import { queueListQuery, USUAL_QUEUE_SORT } from "#components/queues/parts/queue-queries.ts";
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
