import type { Metadata } from "next";
import { loopListQuery } from "#components/loops/loop-queries.ts";
import { LoopsPage } from "#components/loops/loops-page.tsx";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Loops" };

export default listPage({
  needs: "training:read",
  page: <LoopsPage />,
  read: (client, projectId) => client.prefetchInfiniteQuery(loopListQuery(projectId)),
});
