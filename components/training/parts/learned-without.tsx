"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { countAgainWords, replacementOf } from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { jobQuery } from "#components/run/queries/training-queries.ts";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";

type LearnedWithoutProps = {
  /** Of the checkpoint that learned. */
  step: number;
  /** The version that it learned from. */
  datasetRef: string;
};

/** Says where a checkpoint lacks answers that count again, because its version was built before a retraction was lifted. */
export function LearnedWithout({ step, datasetRef }: LearnedWithoutProps) {
  const { projectId, can } = useProject();
  const { data } = useQuery({
    ...versionOfRefQuery(projectId, datasetRef),
    enabled: can("datasets:read"),
  });
  return data ? <LearnedWithoutNote step={step} dataset={data.dataset} version={data.version} /> : null;
}

/** The same of what a job made. */
export function LearnedWithoutOfJob({ step, jobId }: { step: number; jobId: string }) {
  const { can } = useProject();
  const { data: job } = useQuery({ ...jobQuery(jobId), enabled: can("training:read") });
  const datasetRef = job?.source.datasetRef ?? null;
  return datasetRef === null ? null : <LearnedWithout step={step} datasetRef={datasetRef} />;
}

type NoteProps = { step: number; dataset: Dataset; version: DatasetVersion };

export function LearnedWithoutNote({ step, dataset, version }: NoteProps) {
  const words = countAgainWords(version, `step ${step}`);
  if (words === null) return null;
  const replacement = replacementOf(dataset, version.number);
  const [entity = "", project = ""] = dataset.projectId.split("/");
  const to = projectHref({ entity, project }, "datasets", dataset.id);
  return (
    <section
      aria-label="Answers that count again"
      className="flex items-start gap-3 rounded-md bg-warning-tint p-3 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-ink" />
      <div className="flex min-w-0 max-w-prose flex-col gap-2">
        <p className="break-words font-medium text-warning-ink">{words}</p>
        <p className="break-words">
          The checkpoint has not changed.{" "}
          <Link
            href={replacement ? `${to}?version=v${replacement.number}` : to}
            className="rounded-sm underline underline-offset-2"
          >
            {replacement
              ? `v${replacement.number} of “${dataset.name}”`
              : `A new version of “${dataset.name}”`}
          </Link>{" "}
          takes them; train on it to have them learned.
        </p>
      </div>
    </section>
  );
}
