import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { readThreadFilters } from "#components/threads/thread-filters.ts";
import { threadListQuery, USUAL_THREAD_SORT } from "#components/threads/thread-queries.ts";
import { ThreadsPage } from "#components/threads/threads-page.tsx";
import { FirstList, type ListPageProps } from "../../../../first-data.tsx";

export const metadata: Metadata = { title: "Threads" };

export default function Page(address: ListPageProps) {
  return (
    <FirstList {...address} needs="threads:read" read={read}>
      <ThreadsPage />
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
  await client.prefetchInfiniteQuery(threadListQuery(projectId, readThreadFilters(get), USUAL_THREAD_SORT));
}
