"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  CallDetailsProvider,
  callDetailsLoader,
  useCallDetails,
} from "#components/calls/parts/use-call-details.ts";
import { type RejectionPage, rejectionListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { REASONS, REJECTIONS } from "#lib/contract/datasets/rejections.ts";

type Rejected = RejectionPage["rejections"][number];

/** What became no row of a version, and why. */
export function RejectedTab({ version }: { version: DatasetVersion }) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const reason = REASONS.find((one) => one === get("reason")) ?? null;
  const place = { projectId, datasetId: version.datasetId, version: `v${version.number}` };
  const list = useInfiniteQuery(rejectionListQuery(place, reason));
  const reasons = list.data?.pages[0]?.reasons ?? [];
  const columns = useMemo(() => columnsOf(version), [version]);
  const loader = useMemo(() => callDetailsLoader(projectId), [projectId]);
  const shown = { ...list, data: list.data?.pages.flatMap(({ rejections }) => rejections) };
  return (
    <>
      {version.counts.rejected > 0 ? (
        <div className="px-4 py-2">
          <FilterSelect
            size="sm"
            className="w-full sm:w-96"
            label="Reason"
            any="Any reason"
            options={reasons.map(({ reason: value, meaning, count }) => ({
              value,
              label: `${meaning} (${formatCount(count)})`,
            }))}
            value={reason}
            onValueChange={(value) => replace({ reason: value })}
          />
        </div>
      ) : null}
      <CallDetailsProvider value={loader}>
        <DataTable
          className="flex-1"
          label="Items left out"
          columns={columns}
          {...listProps(shown, "What was left out")}
          getRowId={({ source, itemId, reason: why, detail }) => `${source} ${itemId} ${why} ${detail}`}
          rowLabel={({ itemId, reason: why }) => `${itemId}: ${REJECTIONS[why]}`}
          empty={
            <EmptyState title="Nothing was left out">Everything in the sources became a row.</EmptyState>
          }
        />
      </CallDetailsProvider>
    </>
  );
}

function columnsOf(version: DatasetVersion): DataTableColumn<Rejected>[] {
  return [
    {
      id: "item",
      header: "Item",
      width: "fill",
      cell: (rejected) => <ItemLink rejected={rejected} version={version} />,
    },
    {
      id: "reason",
      header: "Why",
      width: "fill",
      cell: ({ reason, detail }) => (
        <span title={detail} className="min-w-0">
          {REJECTIONS[reason]}
          {detail ? <span className="text-muted">: {detail}</span> : null}
        </span>
      ),
    },
  ];
}

function ItemLink({
  rejected: { source, itemId, callId },
  version,
}: {
  rejected: Rejected;
  version: DatasetVersion;
}) {
  const { entity, project } = useProject();
  const from = version.recipe.sources[source];
  if (from?.kind !== "queue") return <IdChip id={itemId} kind="place in the source" />;
  const items = projectHref({ entity, project }, "queues", from.queueId, "items");
  return (
    <Link
      href={`${items}?item=${encodeURIComponent(itemId)}`}
      title={`Item ${itemId}`}
      className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      {callId === null ? <ItemId itemId={itemId} /> : <FirstWords callId={callId} itemId={itemId} />}
    </Link>
  );
}

/** What the item asks about is known by its words, and by its id only where it has none. */
function FirstWords({ callId, itemId }: { callId: string; itemId: string }) {
  const details = useCallDetails(callId);
  return details?.question ?? details?.answer ?? <ItemId itemId={itemId} />;
}

function ItemId({ itemId }: { itemId: string }) {
  return `Item ${itemId.slice(-8)}`;
}
