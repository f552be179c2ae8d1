import type { Metadata } from "next";
import { readCallFilters } from "#components/calls/call-filters.ts";
import { callListQuery, USUAL_CALL_SORT } from "#components/calls/call-queries.ts";
import { CallsPage } from "#components/calls/calls-page.tsx";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Calls" };

export default listPage({
  needs: "calls:read",
  page: <CallsPage />,
  read: (client, projectId, get) =>
    client.prefetchInfiniteQuery(callListQuery(projectId, readCallFilters(get), USUAL_CALL_SORT)),
});
