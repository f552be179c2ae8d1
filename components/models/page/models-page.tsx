"use client";

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { listProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { SmallCurves } from "#components/run/metrics/use-small-curves.tsx";
import { MODELS_KEY, modelListQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SearchInput } from "#components/ui/field/search-input.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { CreateModelDialog } from "./create-model-dialog.tsx";
import { modelColumns } from "./model-columns.tsx";
import { ModelsTabs } from "./models-tabs.tsx";

/** `?make=new` opens the form of a new model. */
export function ModelsPage() {
  const { can } = useProject();
  if (can("models:read")) return <ModelList />;
  return (
    <>
      <PageHeader title="Models" />
      <NoAccess title="Models are not open to annotators">Your work is in the queues.</NoAccess>
    </>
  );
}

function ModelList() {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { get, replace } = useSearchState();
  const search = get("q");
  const [isCreating, setCreating] = useState(get("make") === "new");
  const list = useInfiniteQuery({ ...modelListQuery(projectId, search), placeholderData: keepPreviousData });
  const client = useQueryClient();
  useProjectLive(["models", "jobs"], () => void client.invalidateQueries({ queryKey: MODELS_KEY }));
  const create = can("models:write") ? () => setCreating(true) : null;
  const close = () => {
    setCreating(false);
    replace({ make: null });
  };
  const hrefOf = useCallback(
    (modelId: string) => projectHref({ entity, project }, "models", modelId),
    [entity, project],
  );
  const columns = useMemo(() => modelColumns(hrefOf), [hrefOf]);
  const open = (modelId: string) => router.push(hrefOf(modelId));
  const find = useCallback((text: string) => replace({ q: text }), [replace]);
  return (
    <>
      <PageHeader
        title="Models"
        meta={list.data ? <ModelCount shown={list.data.length} hasMore={list.hasNextPage} /> : null}
        actions={create ? <NewModelButton onClick={create} /> : null}
      >
        <ModelsTabs />
        <FilterBar>
          <SearchInput
            isOfPage
            label="Find models by name"
            placeholder="Find by name"
            value={search ?? ""}
            onCommit={find}
            className="w-64 max-w-full"
          />
        </FilterBar>
      </PageHeader>
      <SmallCurves>
        <DataTable
          className="flex-1"
          label="Models"
          columns={columns}
          {...listProps(list, "The models")}
          getRowId={({ id }) => id}
          rowLabel={({ name }) => `Model ${name}`}
          empty={
            search ? <NoMatch search={search} onClear={() => find("")} /> : <NoModels onCreate={create} />
          }
          onOpen={({ id }) => open(id)}
          minWidthPx={960}
        />
      </SmallCurves>
      {create && isCreating ? <CreateModelDialog onClose={close} onCreated={open} /> : null}
    </>
  );
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState title="No model has that name" actions={<Button onClick={onClear}>Show all</Button>}>
      No model name in this project contains “{search}”.
    </EmptyState>
  );
}

function ModelCount({ shown, hasMore }: { shown: number; hasMore: boolean }) {
  return <span>{hasMore ? `${formatCount(shown)}+ models` : countOf(shown, "model")}</span>;
}

function NewModelButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" icon={<Plus />} onClick={onClick}>
      New model
    </Button>
  );
}

function NoModels({ onCreate }: { onCreate: (() => void) | null }) {
  return (
    <EmptyState
      icon={<Boxes />}
      title="No models yet"
      actions={onCreate ? <NewModelButton onClick={onCreate} /> : null}
    >
      A model starts from a base model and learns from training jobs. Each successful job adds a checkpoint
      that you can chat with.
      {onCreate ? null : " An engineer or admin of the project can create one."}
    </EmptyState>
  );
}
