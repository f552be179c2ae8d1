"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { datasetsKey } from "#components/datasets/parts/dataset-queries.ts";
import { retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { RetractedNote } from "#components/models/aliases/retracted-note.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { LearnedWithout } from "./learned-without.tsx";
import { RetractedInData } from "./retracted-in-data.tsx";

type LearnedRetractedProps = {
  modelId: string;
  /** Of the checkpoint that was made; null before there is one. */
  step: number | null;
  /** What is learned from; null where that is no version. */
  datasetRef: string | null;
};

/** What of a job's or a run's data nobody stands by any more: of what it made, with the way to another; before that, of what it learns from. */
export function LearnedRetracted({ modelId, step, datasetRef }: LearnedRetractedProps) {
  const { projectId } = useProject();
  const client = useQueryClient();
  useProjectLive(["datasets"], () => {
    for (const queryKey of [MODELS_KEY, datasetsKey(projectId)]) void client.invalidateQueries({ queryKey });
  });
  if (step !== null)
    return (
      <div className="flex flex-col gap-2 border-line border-b px-4 py-2 empty:hidden">
        <OfCheckpoint modelId={modelId} step={step} />
        {datasetRef === null ? null : <LearnedWithout step={step} datasetRef={datasetRef} />}
      </div>
    );
  if (datasetRef === null) return null;
  return (
    <div className="border-line border-b px-4 pb-2 empty:hidden">
      <RetractedInData dataset={datasetRef} />
    </div>
  );
}

function OfCheckpoint({ modelId, step }: { modelId: string; step: number }) {
  const { can } = useProject();
  const found = useQuery({ ...retractedRowsQuery(modelId, step), enabled: can("models:read") });
  if (!found.data?.retracted) return null;
  return (
    <RetractedNote modelId={modelId} step={step} learner={`step ${step}`} retracted={found.data.retracted} />
  );
}
