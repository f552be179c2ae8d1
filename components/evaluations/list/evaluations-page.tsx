"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus, Scale } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { NewEvaluationDialog } from "#components/evaluations/make/new-evaluation-dialog.tsx";
import {
  evaluationListQuery,
  useRefreshEvaluations,
} from "#components/evaluations/parts/evaluation-queries.ts";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { NameFilterBar, useNameFilters } from "#components/layout/state/name-filters.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { evaluationColumns } from "./evaluation-columns.tsx";
import { NoEvaluations } from "./no-evaluations.tsx";

/** The evaluations of a project, and how the last run of each went. */
export function EvaluationsPage() {
  const { can } = useProject();
  if (can("evaluations:read")) return <Evaluations />;
  return (
    <>
      <PageHeader title="Evaluations" />
      <NoAccess title="Evaluations are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

/** Below this the columns would squeeze each other. */
const READABLE_PX = 1000;

function Evaluations() {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { get, replace, push } = useSearchState();
  const { name, isArchived, clear } = useNameFilters();
  const list = useInfiniteQuery({
    ...evaluationListQuery(projectId, name, isArchived),
    placeholderData: keepPreviousData,
  });
  const refresh = useRefreshEvaluations(projectId);
  useProjectLive(["evaluations"], () => void refresh());
  const hrefOf = (id: string) => projectHref({ entity, project }, "evaluations", id);
  const columns = useMemo(() => {
    const place = { entity, project };
    return evaluationColumns({
      projectId,
      hrefOf: (id) => projectHref(place, "evaluations", id),
      datasetHrefOf: (id) => projectHref(place, "datasets", id),
      runHrefOf: (run) => runHref(place, run),
    });
  }, [projectId, entity, project]);
  const mayMake = can("evaluations:write");
  return (
    <>
      <PageHeader
        title="Evaluations"
        actions={
          <>
            <ButtonLink href={projectHref({ entity, project }, "graders")} icon={<Scale />}>
              Graders
            </ButtonLink>
            {mayMake ? (
              <Button variant="primary" icon={<Plus />} onClick={() => push({ make: "new" })}>
                New evaluation
              </Button>
            ) : null}
          </>
        }
      >
        <NameFilterBar hasArchive />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Evaluations"
        isTall
        minWidthPx={READABLE_PX}
        columns={columns}
        {...listProps(list, "The evaluations")}
        getRowId={({ id }) => id}
        rowLabel={(evaluation) => `Evaluation ${evaluation.name}`}
        empty={<NoEvaluations name={name} isArchived={isArchived} onClear={clear} />}
        onOpen={({ id }) => router.push(hrefOf(id))}
      />
      {mayMake && get("make") ? (
        <NewEvaluationDialog
          datasetId={get("dataset")}
          subjects={get("subjects")}
          onClose={() => replace({ make: null, dataset: null, subjects: null })}
          onCreated={(id) => router.push(`${hrefOf(id)}?${startText(get("subjects"))}`)}
        />
      ) : null}
    </>
  );
}

/** People who came to measure certain checkpoints find them filled in. */
function startText(subjects: string | null): string {
  return new URLSearchParams({ start: "runs", ...(subjects === null ? {} : { subjects }) }).toString();
}
