import type { Metadata } from "next";
import { EvaluationsPage } from "#components/evaluations/list/evaluations-page.tsx";
import { evaluationListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { listPage } from "../../../../list-page.tsx";

export const metadata: Metadata = { title: "Evaluations" };

export default listPage({
  needs: "evaluations:read",
  page: <EvaluationsPage />,
  read: (client, projectId, get) =>
    client.prefetchInfiniteQuery(evaluationListQuery(projectId, get("name") ?? "")),
});
