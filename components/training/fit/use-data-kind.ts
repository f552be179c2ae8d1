import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Data = { sameData: TrainingJob | null; dataset: string | null; file: UploadedFile | null };

/** The kind of the dataset or file that a job is to learn from; null where it is not known. */
export function useDataKind({ sameData, dataset, file }: Data): DatasetKind | null {
  const { projectId } = useProject();
  const ref = sameData ? sameData.source.datasetRef : dataset;
  const { data } = useQuery({ ...versionOfRefQuery(projectId, ref ?? ""), enabled: ref !== null });
  if (ref === null) return sameData ? null : (file?.kind ?? null);
  return data?.dataset.kind ?? null;
}
