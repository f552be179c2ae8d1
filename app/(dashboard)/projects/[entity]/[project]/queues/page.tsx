import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { readChips } from "#components/queues/queue-chips.ts";
import { queueListQuery, USUAL_QUEUE_SORT } from "#components/queues/queue-queries.ts";
import { QueuesPage } from "#components/queues/queues-page.tsx";
import { FirstList, type ListPageProps } from "../../../../first-data.tsx";

export const metadata: Metadata = { title: "Queues" };

export default function Page(address: ListPageProps) {
  return (
    <FirstList {...address} needs="queues:read" read={read}>
      <QueuesPage />
    </FirstList>
  );
}

async function read(
  client: QueryClient,
  projectId: string,
  get: (name: string) => string | null,
): Promise<void> {
  // What may be sorted by is known to the table's columns.
  if (get("sort") !== null) return;
  const isArchived = readChips(get("show")).includes("archived");
  await client.prefetchInfiniteQuery(
    queueListQuery(projectId, { name: get("name") ?? "", sort: USUAL_QUEUE_SORT, isArchived }),
  );
}
