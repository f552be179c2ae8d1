"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { BackToDatasets } from "#components/datasets/parts/found-dataset.tsx";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { retractionListQuery } from "#components/datasets/retract/retraction-queries.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { FilterBar, PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { retractionColumns } from "./retraction-columns.tsx";
import { RetractionDialog } from "./retraction-dialog.tsx";

/** Everything that was taken out of later builds, by whom and why. */
export function RetractionsPage() {
  const { can } = useProject();
  if (can("datasets:read")) return <Retractions />;
  return (
    <>
      <PageHeader title="Retractions" />
      <NoAccess title="Retractions are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

const SHOWN = [
  { value: "holding", label: "In force" },
  { value: "lifted", label: "Lifted" },
];

/** Below this the columns would squeeze each other. */
const READABLE_PX = 820;

function Retractions() {
  const { projectId, can } = useProject();
  const mayLift = can("datasets:write");
  const { get, replace } = useSearchState();
  const shown = SHOWN.find(({ value }) => value === get("show"))?.value ?? null;
  const list = useInfiniteQuery(retractionListQuery(projectId, shown === null ? null : shown === "lifted"));
  useProjectLive(["datasets"], () => void list.refetch());
  const { personName } = useNaming();
  const [opened, setOpened] = useState<Retraction | null>(null);
  const columns = useMemo(
    () => retractionColumns(personName, { onOpen: setOpened, mayLift }),
    [personName, mayLift],
  );
  return (
    <>
      <PageHeader title="Retractions" back={<BackToDatasets />}>
        <FilterBar onClear={shown === null ? null : () => replace({ show: null })}>
          <FilterSelect
            className="w-full sm:w-56"
            label="State"
            any="In force and lifted"
            options={SHOWN}
            value={shown}
            onValueChange={(show) => replace({ show })}
          />
        </FilterBar>
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Retractions"
        isTall
        minWidthPx={READABLE_PX}
        columns={columns}
        {...listProps(list, "The retractions")}
        getRowId={({ id }) => id}
        rowLabel={({ annotatorUserId, reason }) =>
          `Retraction${annotatorUserId === null ? "" : ` of ${personName(annotatorUserId)}`}${reason === "" ? "" : `: ${reason}`}`
        }
        empty={
          <EmptyState title={shown === null ? "Nothing was retracted" : "No such retractions"}>
            What somebody answered without care can be taken out of later builds: open a queue, and choose
            “Retract…” beside a person. Nothing is deleted, and it can be lifted.
          </EmptyState>
        }
        onOpen={setOpened}
      />
      {opened ? <RetractionDialog retraction={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
