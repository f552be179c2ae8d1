"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { RetractedNote } from "#components/models/aliases/retracted-note.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { RetractedInData } from "#components/training/parts/retracted-in-data.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What of a job's data nobody stands by any more: of what it made, with the way to another; before that, of what it learns from. */
export function JobRetracted({ job }: { job: TrainingJob }) {
  const client = useQueryClient();
  useProjectLive(["datasets"], () => void client.invalidateQueries({ queryKey: MODELS_KEY }));
  if (job.checkpointStep !== null) return <OfCheckpoint modelId={job.modelId} step={job.checkpointStep} />;
  const { datasetRef } = job.source;
  if (datasetRef === null || isEndState(job.state)) return null;
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
