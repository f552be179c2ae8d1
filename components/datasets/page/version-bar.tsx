"use client";

import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { VersionSelect } from "#components/datasets/parts/version-select.tsx";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

type VersionBarProps = {
  versions: readonly DatasetVersion[];
  shown: DatasetVersion;
  latest: number | undefined;
};

/** Which version the page is about, and what it holds. */
export function VersionBar({ versions, shown, latest }: VersionBarProps) {
  const { personName } = useNaming();
  return (
    <FilterBar>
      <VersionSelect versions={versions} shown={shown} latest={latest} />
      <p className="min-w-0 text-muted text-sm">
        {countsWords(shown.counts, shown)} · built <Time value={shown.createdAt} /> by{" "}
        {personName(shown.createdBy)}
      </p>
    </FilterBar>
  );
}
