import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { readCallFilters } from "#components/calls/call-filters.ts";
import { callListQuery, USUAL_CALL_SORT } from "#components/calls/call-queries.ts";
import { CallsPage } from "#components/calls/calls-page.tsx";
import { FirstList, type ListPageProps } from "../../../../first-data.tsx";

export const metadata: Metadata = { title: "Calls" };

export default function Page(address: ListPageProps) {
  return (
    <FirstList {...address} needs="calls:read" read={read}>
      <CallsPage />
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
  await client.prefetchInfiniteQuery(callListQuery(projectId, readCallFilters(get), USUAL_CALL_SORT));
}
