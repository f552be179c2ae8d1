"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";

type FoundDatasetProps<T> = {
  found: UseQueryResult<T>;
  /** What is said where there is none. */
  none: string;
  /** The page, with what is said above its parts where it could not be read again. */
  children: (data: T, refused: ReactNode) => ReactNode;
};

/** The page of a dataset, or what there is in its place: nothing to read yet, an error, or no such dataset. */
export function FoundDataset<T>({ found, none, children }: FoundDatasetProps<T>) {
  const { can } = useProject();
  if (!can("datasets:read"))
    return (
      <NoAccess isPage title="Datasets are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (found.data)
    return children(
      found.data,
      found.error ? <QueryErrorBanner title="Could not refresh the dataset." query={found} /> : null,
    );
  if (found.error instanceof ApiError && found.error.status === 404) return <NoDataset title={none} />;
  if (found.error) return <QueryError title="The dataset could not be loaded" query={found} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the dataset" lines={6} />
    </div>
  );
}

export function NoDataset({ title }: { title: string }) {
  const { entity, project } = useProject();
  return (
    <EmptyState
      isPage
      title={title}
      actions={<ButtonLink href={projectHref({ entity, project }, "datasets")}>See the datasets</ButtonLink>}
    />
  );
}

export function BackToDatasets() {
  const { entity, project } = useProject();
  return (
    <ButtonLink
      href={projectHref({ entity, project }, "datasets")}
      variant="ghost"
      size="sm"
      icon={<ArrowLeft />}
    >
      Datasets
    </ButtonLink>
  );
}
