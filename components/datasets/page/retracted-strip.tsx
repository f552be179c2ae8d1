import { versionRetractedWords } from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

type RetractedStripProps = { dataset: Dataset; version: DatasetVersion };

/** How many rows of a version nobody stands by any more, what follows from it, and which version is without them. Nothing where there are none. */
export function RetractedStrip({ dataset, version }: RetractedStripProps) {
  const { entity, project } = useProject();
  const { number } = version;
  const words = versionRetractedWords(version);
  if (words === null) return null;
  const { latestVersion } = dataset;
  const isReplaced = latestVersion !== null && latestVersion.number > number && !latestVersion.retracted;
  const here = projectHref({ entity, project }, "datasets", dataset.id);
  return (
    <p className="border-line border-b px-4 py-2 text-sm text-warning-ink">
      {words} {consequence(dataset, number)}{" "}
      {isReplaced ? (
        <>
          <Way href={`${here}?version=v${latestVersion.number}`}>v{latestVersion.number}</Way>, the newest, is
          without them.
        </>
      ) : (
        "A new version leaves them out."
      )}{" "}
      <Way href={projectHref({ entity, project }, "datasets", "retractions")}>See what was retracted</Way>
    </p>
  );
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
