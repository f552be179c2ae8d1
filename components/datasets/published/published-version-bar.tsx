"use client";

import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";

type VersionBarProps = { versions: readonly PublishedVersion[]; shown: PublishedVersion };

/** Which version the page is about, by what it is called, and why some of what other datasets offer is not here. */
export function PublishedVersionBar({ versions, shown }: VersionBarProps) {
  const { replace } = useSearchState();
  const { personName } = useNaming();
  return (
    <>
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
          {countOf(shown.rows, "row")} · published <Time value={shown.createdAt} /> by{" "}
          {personName(shown.createdBy)}
        </p>
        <IdChip id={shown.ref} kind="reference" keep={40} />
      </FilterBar>
      <p className="px-4 pb-2 text-muted text-xs">
        A program published these rows as they are, so there is no recipe to build again and no answer to
        retract: for another version, publish one from the program.
      </p>
    </>
  );
}
