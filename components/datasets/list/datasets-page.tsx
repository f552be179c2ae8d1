"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { ImportRows } from "#components/datasets/import/import-rows.tsx";
import {
  datasetListQuery,
  publishedQuery,
  useRefreshDatasets,
} from "#components/datasets/parts/dataset-queries.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { PublishedDatasets } from "#components/datasets/published/published-list.tsx";
import { listProps } from "#components/layout/state/list-props.ts";
import { NameFilterBar, useNameFilters } from "#components/layout/state/name-filters.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { datasetColumns } from "./dataset-columns.tsx";
import { NoDatasets } from "./no-datasets.tsx";

/** The datasets of a project: what each was made from, and what its newest version holds. */
export function DatasetsPage() {
  const { can } = useProject();
  if (can("datasets:read")) return <Datasets />;
  return (
    <>
      <PageHeader title="Datasets" />
      <NoAccess title="Datasets are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

/** Below this the columns would squeeze each other. */
const READABLE_PX = 960;

function Datasets() {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const { name, isArchived, clear } = useNameFilters();
  const list = useInfiniteQuery({
    ...datasetListQuery(projectId, { name, isArchived }),
    placeholderData: keepPreviousData,
  });
  const published = useInfiniteQuery(publishedQuery(projectId, { name, isArchived }));
  const refresh = useRefreshDatasets(projectId);
  useProjectLive(["datasets", "queues"], () => void refresh());
  const { personName, queueName } = useNaming();
  const columns = useMemo(() => {
    const hrefOf = (id: string) => projectHref({ entity, project }, "datasets", id);
    return datasetColumns({ personName, queueName, hrefOf });
  }, [personName, queueName, entity, project]);
  return (
    <ImportRows>
      {(importButton) => (
        <>
          <PageHeader
            title="Datasets"
            actions={
              <>
                <ButtonLink
                  href={projectHref({ entity, project }, "datasets", "retractions")}
                  variant="ghost"
                >
                  Retractions
                </ButtonLink>
                {importButton}
              </>
            }
          >
            <NameFilterBar hasArchive />
          </PageHeader>
          <PublishedDatasets asked={{ name, isArchived }} />
          <DataTable
            className="flex-1"
            label="Datasets"
            isTall
            minWidthPx={READABLE_PX}
            columns={columns}
            {...listProps(list, "The datasets")}
            getRowId={({ id }) => id}
            rowLabel={({ name, latestVersion }) =>
              `Dataset ${name}, ${latestVersion ? countsWords(latestVersion.counts, latestVersion) : "no version yet"}`
            }
            empty={
              <NoDatasets
                name={name}
                isArchived={isArchived}
                hasPublished={(published.data ?? []).length > 0}
                onClear={clear}
              />
            }
            onOpen={({ id }) => router.push(projectHref({ entity, project }, "datasets", id))}
          />
        </>
      )}
    </ImportRows>
  );
}
