import { foundBriefly } from "#components/datasets/findings/found-briefly.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

/** What a build found in the rows that are to be trained on, with the way to them. */
export function FoundInVersion({ version }: { version: DatasetVersion }) {
  const current = useProject();
  const found = foundBriefly(version);
  if (!found) return null;
  return (
    <p className="mt-0.5 max-w-2xl break-words text-sm text-warning-ink">
      {found.words}{" "}
      <Link
        href={`${projectHref(current, "datasets", version.datasetId)}?${found.search}`}
        className="rounded-sm underline underline-offset-2"
      >
        See their rows
      </Link>
    </p>
  );
}
