"use client";

import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { VersionSelect } from "#components/datasets/parts/version-select.tsx";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { FoldedText } from "#components/ui/view/folded-text.tsx";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { rowWords } from "./lack-words.ts";

type VersionBarProps = { name: string; versions: readonly PublishedVersion[]; shown: PublishedVersion };

/** Which version the page is about, by what it is called, and why some of what other datasets offer is not here. */
export function PublishedVersionBar({ name, versions, shown }: VersionBarProps) {
  const { personName } = useNaming();
  return (
    <>
      <FilterBar>
        <VersionSelect versions={versions} shown={shown} />
        <p className="min-w-0 text-muted text-sm">
          {rowWords(shown) ?? "Rows not here"} · published <Time value={shown.createdAt} /> by{" "}
          {personName(shown.createdBy)}
        </p>
        <IdChip id={shown.ref} kind="reference" keep={40} />
      </FilterBar>
      <Words title={shown.title === name ? null : shown.title} description={shown.description} />
      <p className="px-4 pb-2 text-muted text-xs">
        A program published these rows as they are, so there is no recipe to build again and no answer to
        retract: for another version, publish one from the program.
      </p>
    </>
  );
}

/** What the program calls the version, where that is another name than the dataset's, and says of it. */
function Words({ title, description }: Pick<PublishedVersion, "title" | "description">) {
  if (title === null && description === null) return null;
  return (
    <div className="flex max-w-4xl flex-col gap-0.5 px-4 pb-2 text-sm">
      {title === null ? null : <p className="break-words font-medium">{title}</p>}
      {description === null ? null : <FoldedText text={description} label="Description" closedAbove={400} />}
    </div>
  );
}
