"use client";

import { useQuery } from "@tanstack/react-query";
import { conflictsToLearn } from "#components/datasets/parts/conflict-words.ts";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

/** Says where a version that a job is to learn from has prompts with different labels, with the way to their rows. */
export function ConflictsInData({ dataset: ref }: { dataset: string }) {
  const { projectId } = useProject();
  const { data: given } = useQuery(versionOfRefQuery(projectId, ref));
  return given ? <ConflictsOfVersion version={given.version} /> : null;
}

export function ConflictsOfVersion({ version }: { version: DatasetVersion }) {
  const { entity, project } = useProject();
  const words = conflictsToLearn(version);
  if (words === null) return null;
  return (
    <p className="mt-1 text-sm text-warning-ink">
      {words}{" "}
      <Link
        href={`${projectHref({ entity, project }, "datasets", version.datasetId)}?version=v${version.number}&conflict=1`}
        className="rounded-sm underline underline-offset-2"
      >
        See their rows
      </Link>
    </p>
  );
}
