"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRefreshDatasets } from "#components/datasets/parts/dataset-queries.ts";
import { KIND_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import { BackToDatasets, FoundDataset, NoDataset } from "#components/datasets/parts/found-dataset.tsx";
import { publishedDatasetQuery } from "#components/datasets/parts/published-queries.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import type { getPublishedDataset, PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { areRowsHere } from "./lack-words.ts";
import { PublishedActs } from "./published-acts.tsx";
import { PublishedRows } from "./published-rows.tsx";
import { PublishedUses } from "./published-uses.tsx";
import { PublishedVersionBar } from "./published-version-bar.tsx";
import { PublishedVersions } from "./published-versions.tsx";

const NONE = "No program published this dataset";

/** A dataset that a program stored as an object: its versions with their rows, and what was made of them. */
export function PublishedPage({ name }: { name: string }) {
  const { projectId, can } = useProject();
  const found = useQuery({ ...publishedDatasetQuery(projectId, name), enabled: can("datasets:read") });
  useDocumentName(name);
  const refresh = useRefreshDatasets(projectId);
  useProjectLive(["datasets"], () => void refresh());
  return (
    <FoundDataset found={found} none={NONE}>
      {(data, refused) => <Loaded {...data} refused={refused} />}
    </FoundDataset>
  );
}

type LoadedProps = ReplyOf<typeof getPublishedDataset> & { refused: ReactNode };

function Loaded({ dataset, versions, uses, refused }: LoadedProps) {
  const { get } = useSearchState();
  const shown = versions.find(({ number }) => `v${number}` === get("version")) ?? versions[0];
  if (!shown) return <NoDataset title={NONE} />;
  return (
    <>
      <PageHeader
        title={dataset.name}
        back={<BackToDatasets />}
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
          ...(areRowsHere(shown) ? { count: shown.rows } : {}),
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
