"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Hammer, Layers } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import {
  datasetQuery,
  useRefreshDatasets,
  versionListQuery,
} from "#components/datasets/parts/dataset-queries.ts";
import { BackToDatasets, FoundDataset } from "#components/datasets/parts/found-dataset.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { ChangesTab } from "./changes-tab.tsx";
import { DatasetActs, DatasetMeta } from "./dataset-acts.tsx";
import { RecipeTab } from "./recipe-tab.tsx";
import { RejectedTab } from "./rejected-tab.tsx";
import { RetractedStrip } from "./retracted-strip.tsx";
import { RowsTab } from "./rows-tab.tsx";
import { SeenBy } from "./seen-by.tsx";
import { useBuild } from "./use-build.ts";
import { VersionBar } from "./version-bar.tsx";
import { VersionsTab } from "./versions-tab.tsx";

/** One dataset: its versions, their rows with what each was made from, what was rejected, and the recipe. */
export function DatasetPage({ datasetId }: { datasetId: string }) {
  const { projectId, can } = useProject();
  const found = useQuery({ ...datasetQuery(projectId, datasetId), enabled: can("datasets:read") });
  useDocumentName(found.data?.dataset.name);
  const refresh = useRefreshDatasets(projectId);
  useProjectLive(["datasets"], () => void refresh());
  return (
    <FoundDataset found={found} none="This dataset does not exist">
      {({ dataset, versions }, refused) => (
        <LoadedDataset dataset={dataset} newest={versions} refused={refused} />
      )}
    </FoundDataset>
  );
}

type LoadedProps = { dataset: Dataset; newest: readonly DatasetVersion[]; refused: ReactNode };

function LoadedDataset({ dataset, newest, refused }: LoadedProps) {
  const build = useBuild(dataset);
  const { versions, shown, isLooking } = useShownVersion(dataset, newest);
  return (
    <>
      <PageHeader
        title={dataset.name}
        back={<BackToDatasets />}
        meta={<DatasetMeta dataset={dataset} />}
        actions={<DatasetActs dataset={dataset} version={shown} build={build} />}
      >
        {shown ? (
          <VersionBar versions={versions} shown={shown} latest={dataset.latestVersion?.number} />
        ) : null}
      </PageHeader>
      {shown ? <RetractedStrip dataset={dataset} version={shown} /> : null}
      {shown && dataset.kind === "eval" ? <SeenBy datasetId={dataset.id} version={shown} /> : null}
      {refused}
      {build.error ? (
        <ErrorBanner title="No version was built." detail={explainError(build.error)} onRetry={build.start} />
      ) : null}
      {isLooking ? (
        <div className="p-4">
          <SkeletonLines label="Looking for the version" lines={6} />
        </div>
      ) : shown ? (
        <Parts dataset={dataset} version={shown} versions={versions} />
      ) : (
        <NoVersion dataset={dataset} build={build} />
      )}
    </>
  );
}

/** The version that the address names, or what the newest build gave. The newest few came with the dataset; an older one is among all, which come page by page. */
function useShownVersion(dataset: Dataset, newest: readonly DatasetVersion[]) {
  const { projectId } = useProject();
  const { get } = useSearchState();
  const list = useInfiniteQuery(versionListQuery(projectId, dataset.id));
  const { data: versions = newest, fetchNextPage } = list;
  const named = get("version");
  const found = versions.find(({ number }) => `v${number}` === named);
  const isOlder = named !== null && !found && (list.isPending || list.hasNextPage) && !list.error;
  const latest = versions.find(({ id }) => id === dataset.latestVersion?.id) ?? versions[0] ?? null;
  const shown = isOlder ? null : (found ?? latest);
  // Of the last one that is known, the one before it is wanted too.
  const isWanted = isOlder || versions.at(-1) === shown;
  const mayAsk = isWanted && list.hasNextPage && !list.isFetching && !list.error;
  useEffect(() => {
    if (mayAsk) void fetchNextPage();
  }, [mayAsk, fetchNextPage]);
  return { versions, shown, isLooking: isOlder };
}

type PartsProps = { dataset: Dataset; version: DatasetVersion; versions: readonly DatasetVersion[] };

/** What narrows the rows of one part is not about another. */
const EVERY_ROW = { reason: null, split: null, conflict: null, missing: null, note: null, row: null };

function Parts({ dataset, version, versions }: PartsProps) {
  const { get, replace } = useSearchState();
  const before = versions.find(({ number }) => number < version.number) ?? null;
  useShortcuts(
    "Dataset",
    useMemo(
      () => [
        {
          keys: "v",
          label: "What changed since the version before",
          run: before ? () => replace({ ...EVERY_ROW, tab: "changes" }) : null,
        },
      ],
      [before, replace],
    ),
  );
  const { train, heldOut, rejected } = version.counts;
  const key = version.id;
  return (
    <Tabs
      label="Parts of the dataset"
      className="flex-1"
      panelClassName="flex min-h-0 flex-1 flex-col"
      value={get("tab") ?? "rows"}
      onValueChange={(tab) => replace({ ...EVERY_ROW, tab, against: null, change: null })}
      tabs={[
        {
          value: "rows",
          label: "Rows",
          count: train + heldOut,
          content: <RowsTab key={key} dataset={dataset} version={version} />,
        },
        {
          value: "rejected",
          label: "Left out",
          count: rejected,
          content: <RejectedTab key={key} version={version} />,
        },
        ...(before
          ? [
              {
                value: "changes",
                label: "Changes",
                content: <ChangesTab key={key} version={version} before={before} versions={versions} />,
              },
            ]
          : []),
        {
          value: "versions",
          label: "Versions",
          count: dataset.versionCount,
          content: (
            <VersionsTab
              dataset={dataset}
              onOpen={({ number }) => replace({ version: `v${number}`, tab: null, against: null })}
            />
          ),
        },
        { value: "recipe", label: "Recipe", content: <RecipeTab recipe={version.recipe} /> },
      ]}
    />
  );
}

function NoVersion({ dataset, build }: { dataset: Dataset; build: ReturnType<typeof useBuild> }) {
  const { can } = useProject();
  const mayBuild = can("datasets:write") && !dataset.isArchived;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState
        icon={<Layers />}
        title="No version yet"
        actions={
          mayBuild ? (
            <Button variant="primary" icon={<Hammer />} pending={build.isPending} onClick={build.start}>
              Build the first version
            </Button>
          ) : null
        }
      >
        A version holds the rows that the recipe makes of the answers at one moment. It never changes.
      </EmptyState>
      <RecipeTab recipe={dataset.recipe} />
    </div>
  );
}
