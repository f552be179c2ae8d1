"use client";

import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import {
  countAgainWords,
  replacementOf,
  versionRetractedWords,
} from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";

/** Says where a version that a job is to learn from, or was when it ended, has rows that nobody stands by any more, or lacks answers that count again. */
export function RetractedInData({ dataset: ref, isEnded = false }: { dataset: string; isEnded?: boolean }) {
  const { projectId } = useProject();
  const { data: given } = useQuery(versionOfRefQuery(projectId, ref));
  const gone = given ? versionRetractedWords(given.version) : null;
  const lacking = given ? countAgainWords(given.version) : null;
  if (!given || (gone ?? lacking) === null) return null;
  const replacement = replacementOf(given.dataset, given.version.number);
  const [entity = "", project = ""] = given.dataset.projectId.split("/");
  const to = projectHref({ entity, project }, "datasets", given.dataset.id);
  return (
    <p className="mt-1 text-sm text-warning-ink">
      {gone === null ? lacking : `${gone}${isEnded ? "" : " The job learns from them all the same."}`}{" "}
      <Link
        href={replacement ? `${to}?version=v${replacement.number}` : to}
        className="rounded-sm underline underline-offset-2"
      >
        {replacement ? `v${replacement.number}` : "A new version"}
      </Link>{" "}
      {gone === null ? "takes them." : replacement ? "is without them." : "leaves them out."}
    </p>
  );
}
