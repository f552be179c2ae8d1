import type { Metadata } from "next";
import { CallsPage } from "#components/calls/list/calls-page.tsx";
import { readCallFilters } from "#components/calls/parts/call-filters.ts";
import { callListQuery, USUAL_CALL_SORT } from "#components/calls/parts/call-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Calls" };

export default listPage({
  needs: "calls:read",
  page: <CallsPage />,
  read: (client, projectId, get) =>
    client.prefetchInfiniteQuery(callListQuery(projectId, readCallFilters(get), USUAL_CALL_SORT)),
});
