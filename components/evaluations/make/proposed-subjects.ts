import { isUnended } from "#components/evaluations/parts/evaluation-texts.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type Job = Pick<TrainingJob, "modelId" | "checkpointStep" | "startedFromStep" | "source">;
/** Steps of a model that are worth measuring beside each other, the newer one last. */
export type Proposal = { modelId: string; steps: readonly number[] };

/**
 * What was last learned from the dataset, beside where that began. Where nothing learned from it, the project's only model, beside its base; null where there are several, or
 * none that has learned anything. `jobs` are the newest first.
 */
export function proposalFor(
  { projectId, datasetName }: { projectId: string; datasetName: string },
  jobs: readonly Job[],
  models: readonly Pick<ModelWithSteps, "id" | "latestStep">[],
): Proposal | null {
  const learned = jobs.find(
    ({ source, checkpointStep }) =>
      checkpointStep !== null &&
      source.datasetRef?.startsWith(`weave:///${projectId}/object/${datasetName}:`) === true,
  );
  if (learned && learned.checkpointStep !== null)
    return { modelId: learned.modelId, steps: [learned.startedFromStep ?? 0, learned.checkpointStep] };
  const [only, ...others] = models;
  if (!only || others.length > 0 || only.latestStep === null || only.latestStep === 0) return null;
  return { modelId: only.id, steps: [0, only.latestStep] };
}

/** Those steps that are there and were not measured, or are about to be. */
export function unmeasuredSteps(
  { modelId, steps }: Proposal,
  there: readonly number[],
  runs: readonly Pick<EvaluationRun, "subject" | "state">[],
): number[] {
  const measured = runs.flatMap((run) =>
    run.subject.modelId === modelId && (run.state === "completed" || isUnended(run)) ? run.subject.step : [],
  );
  return steps.filter((step) => there.includes(step) && !measured.includes(step));
}
