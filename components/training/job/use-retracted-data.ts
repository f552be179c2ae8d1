"use client";

import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** The way to the dataset of a job, where all rows that it would learn from again were retracted; else null. */
export function useRetractedData({ state, source: { datasetRef } }: TrainingJob): string | null {
  const { projectId } = useProject();
  const isRetried = state === "failed" || state === "cancelled";
  const found = useQuery({
    ...versionOfRefQuery(projectId, datasetRef ?? ""),
    enabled: isRetried && datasetRef !== null,
  });
  if (!found.data) return null;
  const { dataset, version } = found.data;
  if (!version.retracted || version.retracted.train < version.counts.train) return null;
  const [entity = "", project = ""] = dataset.projectId.split("/");
  return projectHref({ entity, project }, "datasets", dataset.id);
}
