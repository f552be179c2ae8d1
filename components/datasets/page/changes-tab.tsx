"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { changeCount, changeListQuery } from "#components/datasets/parts/dataset-queries.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { CHANGES } from "#lib/contract/datasets/version-diff.ts";
import { CHANGE_LABELS, ChangeCard } from "./change-card.tsx";

type ChangesTabProps = {
  version: DatasetVersion;
  /** The one before it. */
  before: DatasetVersion;
  versions: readonly DatasetVersion[];
};

/** What a version has otherwise than another one, row by row. */
export function ChangesTab({ version, before, versions }: ChangesTabProps) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const against = get("against") ?? `v${before.number}`;
  const change = CHANGES.find((one) => one === get("change")) ?? null;
  const place = { projectId, datasetId: version.datasetId, version: `v${version.number}` };
  const list = useInfiniteQuery(changeListQuery(place, { against, change }));
  const counts = list.data?.pages[0];
  const changes = list.data?.pages.flatMap((page) => page.changes);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            size="sm"
            className="w-44!"
            aria-label="Compared with"
            value={against}
            onValueChange={(value) => replace({ against: value })}
            options={versions
              .filter(({ number }) => number !== version.number)
              .map(({ number }) => ({ value: `v${number}`, label: `Compared with v${number}` }))}
          />
          {counts && changeCount(counts, null) > 0 ? (
            <FilterSelect
              size="sm"
              className="w-48"
              label="Kind of change"
              any="All changes"
              options={CHANGES.filter((one) => counts[one] > 0).map((value) => ({
                value,
                label: `${CHANGE_LABELS[value]} (${formatCount(counts[value])})`,
              }))}
              value={change}
              onValueChange={(value) => replace({ change: value })}
            />
          ) : null}
          {counts ? (
            <p className="text-muted text-sm">
              {counts.unchanged === 0
                ? "No row is the same"
                : `${countOf(counts.unchanged, "row is", "rows are")} the same`}
            </p>
          ) : null}
        </div>
        {list.error && changes ? (
          <QueryErrorBanner title="More changes could not be loaded." query={list} />
        ) : null}
        {changes ? (
          <Changes changes={changes} against={against} />
        ) : list.error ? (
          <QueryError title="The versions could not be compared" query={list} />
        ) : (
          <SkeletonLines label="Comparing the versions" lines={8} />
        )}
        {list.hasNextPage ? (
          <Button
            className="self-center"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more changes
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type ChangesProps = { changes: readonly Parameters<typeof ChangeCard>[0]["change"][]; against: string };

function Changes({ changes, against }: ChangesProps) {
  if (changes.length === 0)
    return <EmptyState title={`No row differs from ${against}`}>The evidence may have grown.</EmptyState>;
  return (
    <ol aria-label="Changes" className="flex flex-col gap-3">
      {changes.map((change) => (
        <li key={`${change.change} ${change.rowId}`} className="min-w-0">
          <ChangeCard change={change} />
        </li>
      ))}
    </ol>
  );
}
