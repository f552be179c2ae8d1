import { versionRef } from "#components/datasets/parts/dataset-texts.ts";
import { replacementOf } from "#components/datasets/parts/retracted-words.ts";
import { newerCleanStep } from "#components/models/aliases/retracted-words.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import type { May, NextStep, Replacement, Standing } from "./standing.ts";

/**
 * What is in production answers people as it learned to, so that comes before anything else, until a step that did not learn what is retracted has its place:
 * a newer one is moved there, or trained on a version that is without it, or that version is built.
 */
export function toActOnRetraction(standing: Standing, may: May): NextStep | null {
  for (const served of standing.served) {
    const step = served.retracted && actFor(served, served.retracted, standing, may);
    if (step) return step;
  }
  return null;
}

function actFor(
  served: ServedCheckpoint,
  retracted: RetractedRows,
  standing: Standing,
  may: May,
): NextStep | null {
  const step = newerCleanStep(retracted, served.step);
  if (step !== null)
    return mayMove(served, step, standing, may) ? { kind: "move-alias", served, retracted, step } : null;
  return toBuildAgain(served, retracted, standing, may) ?? toReplace(served, retracted, standing, may);
}

/** Whether nobody has asked for it yet. */
function mayMove({ modelId }: ServedCheckpoint, step: number, { promotions }: Standing, may: May): boolean {
  return may("models:write") && !promotions.some((asked) => asked.modelId === modelId && asked.step === step);
}

function toBuildAgain(
  served: ServedCheckpoint,
  retracted: RetractedRows,
  { datasets }: Standing,
  may: May,
): NextStep | null {
  if (!may("datasets:write")) return null;
  for (const { datasetId } of retracted.versions) {
    const dataset = datasets.find(({ id }) => id === datasetId);
    const version = dataset?.latestVersion;
    if (dataset && version?.retracted) return { kind: "build-again", dataset, version, served };
  }
  return null;
}

/** Another job on the version, or one that is at it already; none where the step to go back to has learned just that version. */
function toReplace(
  served: ServedCheckpoint,
  retracted: RetractedRows,
  standing: Standing,
  may: May,
): NextStep | null {
  const { datasets, jobs } = standing;
  const { cleanStep } = retracted;
  for (const { datasetId, number } of retracted.versions) {
    const dataset = datasets.find(({ id }) => id === datasetId);
    const version = dataset && replacementOf(dataset, number);
    if (!version) continue;
    const job = jobs.find((one) => isAtIt(one, dataset, version));
    if (job) return may("training:read") ? { kind: "watch", job } : null;
    if (
      cleanStep !== null &&
      hasLearned(jobs, { modelId: served.modelId, step: cleanStep }, dataset, version)
    )
      return mayMove(served, cleanStep, standing, may)
        ? { kind: "take-back", served, retracted, dataset, version, step: cleanStep }
        : null;
    const replaced: Replacement = { dataset, version, fromStep: cleanStep };
    if (may("training:write")) return { kind: "replace", served, retracted, replaced };
  }
  return null;
}

function isAtIt(job: TrainingJob, dataset: Dataset, version: DatasetVersion): boolean {
  return isOn(job, dataset, version) && !isEndState(job.state);
}

function isOn({ source }: TrainingJob, dataset: Dataset, version: DatasetVersion): boolean {
  return source.datasetRef === versionRef(dataset.projectId, dataset, version);
}

/** Whether a step, or one that it came from, learned the version: what a build gave again is the version that had these rows before. */
function hasLearned(
  jobs: readonly TrainingJob[],
  { modelId, step }: { modelId: string; step: number },
  dataset: Dataset,
  version: DatasetVersion,
): boolean {
  const maker = jobs.find((job) => job.modelId === modelId && job.checkpointStep === step);
  if (!maker) return false;
  if (isOn(maker, dataset, version)) return true;
  const before = maker.startedFromStep;
  if (before === null || before >= step) return false;
  return hasLearned(jobs, { modelId, step: before }, dataset, version);
}

/** What counts again since a retraction was lifted is in the dataset after one click, and what is trained or measured before that lacks it. */
export function toTakeAgain({ datasets }: Standing, may: May): NextStep | null {
  if (!may("datasets:write")) return null;
  for (const dataset of datasets) {
    const version = dataset.latestVersion;
    if (version && version.countAgain > 0) return { kind: "build-again", dataset, version, served: null };
  }
  return null;
}
