import type { Metadata } from "next";
import { ModelsPage } from "#components/models/page/models-page.tsx";
import { modelListQuery } from "#components/run/queries/model-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Models" };

export default listPage({
  needs: "models:read",
  page: <ModelsPage />,
  read: (client, projectId, get) => client.prefetchInfiniteQuery(modelListQuery(projectId, get("q"))),
});
