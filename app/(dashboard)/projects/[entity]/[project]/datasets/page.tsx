import type { Metadata } from "next";
import { DatasetsPage } from "#components/datasets/list/datasets-page.tsx";
import { datasetListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Datasets" };

export default listPage({
  needs: "datasets:read",
  page: <DatasetsPage />,
  read: (client, projectId, get) => {
    const list = { name: get("name") ?? "", isArchived: get("show") === "archived" };
    return client.prefetchInfiniteQuery(datasetListQuery(projectId, list));
  },
});
