"use client";

import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Time } from "#components/ui/button/time.tsx";
import { Select } from "#components/ui/field/select.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

type VersionBarProps = { versions: readonly DatasetVersion[]; shown: DatasetVersion };

/** Which version the page is about, and what it holds. */
export function VersionBar({ versions, shown }: VersionBarProps) {
  const { replace } = useSearchState();
  const { personName } = useNaming();
  return (
    <FilterBar>
      <Select
        size="sm"
        className="w-40!"
        aria-label="Version"
        value={`v${shown.number}`}
        onValueChange={(version) => replace({ version })}
        options={versions.map(({ number }, at) => ({
          value: `v${number}`,
          label: at === 0 ? `v${number}, the newest` : `v${number}`,
        }))}
      />
      <p className="min-w-0 text-muted text-sm">
        {countsWords(shown.counts, shown.retracted)} · built <Time value={shown.createdAt} /> by{" "}
        {personName(shown.createdBy)}
      </p>
    </FilterBar>
  );
}
