import {
  countAgainWords,
  replacementOf,
  versionRetractedWords,
} from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

type RetractedStripProps = { dataset: Dataset; version: DatasetVersion };

/** How many rows of a version nobody stands by any more, how many answers count again that it lacks, what follows from it, and which version is right. Nothing where all is. */
export function RetractedStrip({ dataset, version }: RetractedStripProps) {
  const { entity, project } = useProject();
  const { number } = version;
  const gone = versionRetractedWords(version);
  const lacking = countAgainWords(version);
  if (gone === null && lacking === null) return null;
  const replacement = replacementOf(dataset, number);
  const here = projectHref({ entity, project }, "datasets", dataset.id);
  return (
    <p className="border-line border-b px-4 py-2 text-sm text-warning-ink">
      {gone === null ? null : `${gone} ${consequence(dataset, number)} `}
      {lacking === null ? null : `${lacking} `}
      {replacement ? (
        <>
          <Way href={`${here}?version=v${replacement.number}`}>v{replacement.number}</Way> is{" "}
          {replaces({ gone, lacking })}.
        </>
      ) : (
        `A new version ${mends({ gone, lacking })}.`
      )}{" "}
      <Way href={projectHref({ entity, project }, "datasets", "retractions")}>See what was retracted</Way>
    </p>
  );
}

type Words = { gone: string | null; lacking: string | null };

function replaces({ gone, lacking }: Words): string {
  if (gone === null) return "built with them";
  return lacking === null ? "without them" : "right in both";
}

function mends({ gone, lacking }: Words): string {
  if (gone === null) return "takes them";
  return lacking === null ? "leaves them out" : "mends both";
}

function consequence({ kind }: Dataset, number: number): string {
  return kind === "eval"
    ? `An evaluation by v${number} measures with them all the same.`
    : `Training on v${number} learns from them all the same.`;
}

function Way({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className="rounded-sm underline underline-offset-2">
      {children}
    </Link>
  );
}
