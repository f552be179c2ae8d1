"use client";

import { conflictWords, labelledBy } from "#components/datasets/findings/conflict-words.ts";
import { MISSING_CALLS_HELP, missingCallsWords } from "#components/datasets/findings/missing-calls-words.ts";
import { emptyWords, notLookedWords, secretWords } from "#components/datasets/findings/row-note-words.ts";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { VersionSelect } from "#components/datasets/parts/version-select.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { FilterBar } from "#components/layout/state/page-header.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
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
  const { entity, project } = useProject();
  const conflicts = conflictWords(shown.counts, labelledBy(shown));
  const missingCalls = missingCallsWords(shown.counts);
  const notLooked = notLookedWords(shown);
  const rowsHref = `${projectHref({ entity, project }, "datasets", shown.datasetId)}?version=v${shown.number}`;
  return (
    <FilterBar>
      <VersionSelect versions={versions} shown={shown} latest={latest} />
      <p className="min-w-0 text-muted text-sm">
        {countsWords(shown.counts, shown)} · built <Time value={shown.createdAt} /> by{" "}
        {personName(shown.createdBy)}
      </p>
      <Finding words={secretWords(shown.counts)} href={`${rowsHref}&note=secret`} />
      <Finding words={conflicts} href={`${rowsHref}&conflict=1`} />
      <Finding words={emptyWords(shown.counts)} href={`${rowsHref}&note=empty`} />
      <Finding words={missingCalls} href={`${rowsHref}&missing=1`} title={MISSING_CALLS_HELP} />
      {notLooked === null ? null : <p className="text-muted text-sm">{notLooked}</p>}
    </FilterBar>
  );
}

type FindingProps = { words: string | null; href: string; title?: string };

/** What was found in rows, with the way to them. */
function Finding({ words, href, title }: FindingProps) {
  if (words === null) return null;
  return (
    <Link
      href={href}
      {...(title === undefined ? {} : { title })}
      className="rounded-sm text-sm text-warning-ink underline underline-offset-2"
    >
      {words}
    </Link>
  );
}
