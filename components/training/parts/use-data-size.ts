import { useQuery } from "@tanstack/react-query";
import { versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { DataSize } from "#components/run/queries/proposed-course.ts";
import { sftCheckQuery } from "#components/run/queries/training-queries.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Data = { file: UploadedFile | null; sameData: TrainingJob | null; dataset: string | null };

/** How many rows a supervised job would learn and be measured by, and whether that is known, as far as it can be. */
export function useDataSize(
  modelId: string,
  { file, sameData, dataset }: Data,
): DataSize & { isKnown: boolean } {
  const { projectId } = useProject();
  const ref = sameData ? null : dataset;
  const found = useQuery({ ...versionOfRefQuery(projectId, ref ?? ""), enabled: ref !== null });
  // A program may have published it, and then only its rows say how many there are.
  const isPublished = ref !== null && found.isFetched && !found.data;
  const counted = useQuery(sftCheckQuery(isPublished ? { modelId, trainingDataUrl: ref, config: {} } : null));
  if (sameData) {
    const { source, validation } = sameData;
    return { rows: source.rows, heldOut: validation?.rows ?? 0, isKnown: true };
  }
  if (ref === null) return { rows: file?.rows ?? null, heldOut: 0, isKnown: true };
  const counts = found.data?.version.counts;
  if (counts) return { rows: counts.train, heldOut: counts.heldOut, isKnown: true };
  return { rows: counted.data?.rows ?? null, heldOut: 0, isKnown: isPublished && !counted.isPending };
}
