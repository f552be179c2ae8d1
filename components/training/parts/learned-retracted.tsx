"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { datasetsKey, projectOfRef } from "#components/datasets/parts/dataset-queries.ts";
import { retractedRewardsSentence, retractedSentence } from "#components/datasets/parts/retracted-words.ts";
import { retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { RetractedNote } from "#components/models/aliases/retracted-note.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { jobRetractedRowsQuery, TRAINING_KEY } from "#components/run/queries/training-queries.ts";
import { LearnedWithout } from "./learned-without.tsx";
import { RetractedInData } from "./retracted-in-data.tsx";

type LearnedRetractedProps = {
  /** Null of a run, whose data are its own project's. */
  job: { id: string; isEnded: boolean } | null;
  modelId: string;
  /** Of the checkpoint that was made; null before there is one. */
  step: number | null;
  /** What is learned from; null where that is no version. */
  datasetRef: string | null;
};

/** What of a job's or a run's data nobody stands by any more: of what it made, with the way to another; before that, of what it learns from. */
export function LearnedRetracted({ job, modelId, step, datasetRef }: LearnedRetractedProps) {
  const { projectId } = useProject();
  const client = useQueryClient();
  useProjectLive(["datasets"], () => {
    for (const queryKey of [MODELS_KEY, TRAINING_KEY, datasetsKey(projectId)])
      void client.invalidateQueries({ queryKey });
  });
  if (step !== null)
    return (
      <div className="flex flex-col gap-2 border-line border-b px-4 py-2 empty:hidden">
        <OfCheckpoint modelId={modelId} step={step} />
        {datasetRef === null ? null : <LearnedWithout step={step} datasetRef={datasetRef} />}
      </div>
    );
  if (datasetRef === null) return job === null ? null : <OfRewards job={job} />;
  const isOfOther = (projectOfRef(datasetRef) ?? projectId) !== projectId;
  return (
    <div className="border-line border-b px-4 pb-2 empty:hidden">
      {isOfOther && job !== null ? (
        <OfOtherData job={job} />
      ) : (
        <RetractedInData dataset={datasetRef} isEnded={job?.isEnded ?? false} />
      )}
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

/** What the job of a round learns from, as long as it has made nothing. */
function OfRewards({ job: { id, isEnded } }: { job: { id: string; isEnded: boolean } }) {
  const { rewards } = useQuery(jobRetractedRowsQuery(id)).data?.retracted ?? {};
  if (!rewards || rewards.replies === 0) return null;
  return (
    <div className="border-line border-b px-4 py-2">
      <p className="text-sm text-warning-ink">
        {retractedRewardsSentence(rewards, "of its round")}
        {isEnded ? null : " The job learns from them all the same."}
      </p>
    </div>
  );
}

/** What is read of another project, which those who read the job need not be allowed to. */
function OfOtherData({ job: { id, isEnded } }: { job: { id: string; isEnded: boolean } }) {
  const found = useQuery(jobRetractedRowsQuery(id));
  const retracted = found.data?.retracted;
  const [first] = retracted?.versions ?? [];
  if (!retracted || !first) return null;
  return (
    <p className="mt-1 text-sm text-warning-ink">
      {retractedSentence(retracted, `of v${first.number} of “${first.name}” (${first.projectId})`)}
      {isEnded ? null : " The job learns from them all the same."}
    </p>
  );
}
