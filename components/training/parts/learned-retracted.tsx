"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { RetractedNote } from "#components/models/aliases/retracted-note.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { RetractedInData } from "./retracted-in-data.tsx";

type LearnedRetractedProps = {
  modelId: string;
  /** Of the checkpoint that was made; null before there is one. */
  step: number | null;
  /** What is learned from while it is; null where that is no version, or at its end. */
  datasetRef: string | null;
};

/** What of a job's or a run's data nobody stands by any more: of what it made, with the way to another; before that, of what it learns from. */
export function LearnedRetracted({ modelId, step, datasetRef }: LearnedRetractedProps) {
  const client = useQueryClient();
  useProjectLive(["datasets"], () => void client.invalidateQueries({ queryKey: MODELS_KEY }));
  if (step !== null) return <OfCheckpoint modelId={modelId} step={step} />;
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
    <div className="border-line border-b px-4 py-2">
      <RetractedNote
        modelId={modelId}
        step={step}
        learner={`step ${step}`}
        retracted={found.data.retracted}
      />
    </div>
  );
}
