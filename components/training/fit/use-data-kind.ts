import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** The kind of the dataset that a job is to learn from; null where it is a file, or not known. */
export function useDataKind({
  sameData,
  dataset,
}: {
  sameData: TrainingJob | null;
  dataset: string | null;
}): DatasetKind | null {
  const { projectId } = useProject();
  const ref = sameData ? sameData.source.datasetRef : dataset;
  const { data } = useQuery({ ...versionOfRefQuery(projectId, ref ?? ""), enabled: ref !== null });
  return data?.dataset.kind ?? null;
}
