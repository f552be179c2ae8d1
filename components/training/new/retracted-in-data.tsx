"use client";

import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { versionRetractedWords } from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";

/** Says where a version that a job is to learn from has rows that nobody stands by any more. */
export function RetractedInData({ dataset: ref }: { dataset: string }) {
  const { entity, project, projectId } = useProject();
  const { data: given } = useQuery(versionOfRefQuery(projectId, ref));
  const words = given ? versionRetractedWords(given.version) : null;
  if (!given || words === null) return null;
  return (
    <p className="mt-1 text-sm text-warning-ink">
      {words} The job learns from them all the same.{" "}
      <Link
        href={projectHref({ entity, project }, "datasets", given.dataset.id)}
        className="rounded-sm underline underline-offset-2"
      >
        A new version
      </Link>{" "}
      leaves them out.
    </p>
  );
}
