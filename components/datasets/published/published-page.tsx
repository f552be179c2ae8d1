"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useRefreshDatasets } from "#components/datasets/parts/dataset-queries.ts";
import { KIND_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import { publishedDatasetQuery } from "#components/datasets/parts/published-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { getPublishedDataset, PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { PublishedActs } from "./published-acts.tsx";
import { PublishedRows } from "./published-rows.tsx";
import { PublishedUses } from "./published-uses.tsx";
import { PublishedVersionBar } from "./published-version-bar.tsx";
import { PublishedVersions } from "./published-versions.tsx";

/** A dataset that a program stored as an object: its versions with their rows, and what was made of them. */
export function PublishedPage({ name }: { name: string }) {
  const { projectId, can } = useProject();
  const mayRead = can("datasets:read");
  const found = useQuery({ ...publishedDatasetQuery(projectId, name), enabled: mayRead });
  useDocumentName(name);
  const refresh = useRefreshDatasets(projectId);
  useProjectLive(["datasets"], () => void refresh());
  if (!mayRead)
    return (
      <NoAccess isPage title="Datasets are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (found.data)
    return (
      <Loaded
        {...found.data}
        refused={
          found.error ? <QueryErrorBanner title="Could not refresh the dataset." query={found} /> : null
        }
      />
    );
  if (found.error instanceof ApiError && found.error.status === 404) return <NoSuchDataset />;
  if (found.error) return <QueryError title="The dataset could not be loaded" query={found} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the dataset" lines={6} />
    </div>
  );
}

function NoSuchDataset() {
  const { entity, project } = useProject();
  return (
    <EmptyState
      isPage
      title="No program published this dataset"
      actions={<ButtonLink href={projectHref({ entity, project }, "datasets")}>See the datasets</ButtonLink>}
    />
  );
}

type LoadedProps = ReplyOf<typeof getPublishedDataset> & { refused: ReactNode };

function Loaded({ dataset, versions, uses, refused }: LoadedProps) {
  const { entity, project } = useProject();
  const { get } = useSearchState();
  const shown = versions.find(({ number }) => `v${number}` === get("version")) ?? versions[0];
  if (!shown) return <NoSuchDataset />;
  return (
    <>
      <PageHeader
        title={dataset.name}
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "datasets")}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            Datasets
          </ButtonLink>
        }
        meta={
          <>
            <Badge tone="accent">Published</Badge>
            {shown.kind ? <Badge>{KIND_LABELS[shown.kind]}</Badge> : null}
          </>
        }
        actions={<PublishedActs name={dataset.name} version={shown} />}
      >
        <PublishedVersionBar name={dataset.name} versions={versions} shown={shown} />
      </PageHeader>
      {refused}
      <Parts name={dataset.name} versions={versions} shown={shown} uses={uses} />
    </>
  );
}

type PartsProps = Pick<LoadedProps, "versions" | "uses"> & { name: string; shown: PublishedVersion };

function Parts({ name, versions, shown, uses }: PartsProps) {
  const { get, replace } = useSearchState();
  return (
    <Tabs
      label="Parts of the dataset"
      className="flex-1"
      panelClassName="flex min-h-0 flex-1 flex-col"
      value={get("tab") ?? "rows"}
      onValueChange={(tab) => replace({ tab })}
      tabs={[
        {
          value: "rows",
          label: "Rows",
          count: shown.rows,
          content: <PublishedRows key={shown.number} name={name} version={shown} />,
        },
        { value: "uses", label: "Used by", count: uses.length, content: <PublishedUses uses={uses} /> },
        {
          value: "versions",
          label: "Versions",
          count: versions.length,
          content: (
            <PublishedVersions
              versions={versions}
              onOpen={({ number }) => replace({ version: `v${number}`, tab: null })}
            />
          ),
        },
      ]}
    />
  );
}
