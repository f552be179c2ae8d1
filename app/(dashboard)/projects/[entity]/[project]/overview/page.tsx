import type { Metadata } from "next";
import { OverviewPage } from "#components/overview/overview-page.tsx";
import { readOverview } from "#components/overview/overview-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Overview" };

export default listPage({
  needs: "threads:read",
  page: <OverviewPage />,
  read: readOverview,
});
