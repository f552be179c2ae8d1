"use client";

import { useQuery } from "@tanstack/react-query";
import { conflictsToLearn } from "#components/datasets/findings/conflict-words.ts";
import { tooFewToMeasure } from "#components/datasets/findings/few-words.ts";
import { MISSING_CALLS_HELP, missingCallsWords } from "#components/datasets/findings/missing-calls-words.ts";
import { emptyWords, secretWords, unmarkedSecrets } from "#components/datasets/findings/row-note-words.ts";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";

/** Says where a version that a job is to learn from holds few rows out, has prompts with different labels, or rows that hold secrets, say nothing or rest on calls they do not have, with the way to those rows. */
export function ConflictsInData({ dataset: ref }: { dataset: string }) {
  const { projectId } = useProject();
  const { data: given } = useQuery(versionOfRefQuery(projectId, ref));
  return given ? <ConflictsOfVersion version={given.version} /> : null;
}

export function ConflictsOfVersion({ version }: { version: DatasetVersion }) {
  const { entity, project } = useProject();
  const rows = `${projectHref({ entity, project }, "datasets", version.datasetId)}?version=v${version.number}`;
  const missing = missingCallsWords(version.counts);
  const secrets = secretWords(version.counts);
  const unmarked = unmarkedSecrets(version);
  const empty = emptyWords(version.counts);
  return (
    <>
      <Note words={tooFewToMeasure(version, version.recipe.split.heldOut)} href={rows} to="See the dataset" />
      <Note words={secrets && `${secrets}, and a model may repeat it.`} href={`${rows}&note=secret`} />
      <Note words={unmarked && `${unmarked}, and a model may repeat it.`} href={rows} to="See the dataset" />
      <Note words={conflictsToLearn(version)} href={`${rows}&conflict=1`} />
      <Note words={empty && `${empty}.`} href={`${rows}&note=empty`} />
      <Note words={missing && `${missing}. ${MISSING_CALLS_HELP}`} href={`${rows}&missing=1`} />
    </>
  );
}

type NoteProps = { words: string | null; href: string; to?: string };

function Note({ words, href, to = "See their rows" }: NoteProps) {
  if (words === null) return null;
  return (
    <p className="mt-1 text-sm text-warning-ink">
      {words}{" "}
      <Link href={href} className="rounded-sm underline underline-offset-2">
        {to}
      </Link>
    </p>
  );
}
