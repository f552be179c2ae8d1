import { versionRef } from "#components/datasets/parts/dataset-texts.ts";
import { isBuildDue } from "#components/datasets/parts/retracted-words.ts";
import { asksModel } from "#components/graders/parts/judge-models.ts";
import { judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What is known of a project, as far as its next step goes by it. Lists have the newest first. */
export type Standing = {
  threads: number;
  /** Those in use. */
  queues: readonly QueueRow[];
  datasets: readonly Dataset[];
  jobs: readonly TrainingJob[];
  /** Whether there are no older jobs than these. */
  areAllJobs: boolean;
  models: readonly ModelWithSteps[];
  evaluations: readonly Evaluation[];
  /** Those in use. */
  graders: readonly StoredGrader[];
  /** What is in production. */
  served: readonly ServedCheckpoint[];
  now: Date;
};

/** The one thing to do next, and what it is about. */
export type NextStep =
  | { kind: "import" }
  | { kind: "make-queue" }
  | { kind: "fill-queue"; queue: QueueRow }
  | { kind: "annotate"; queue: QueueRow }
  | { kind: "make-dataset"; queue: QueueRow }
  | { kind: "build"; dataset: Dataset }
  | { kind: "build-again"; dataset: Dataset; version: DatasetVersion; served: ServedCheckpoint | null }
  | { kind: "make-model"; dataset: Dataset }
  | { kind: "train"; dataset: Dataset; version: DatasetVersion }
  | { kind: "watch"; job: TrainingJob }
  | { kind: "see-failure"; job: TrainingJob }
  | { kind: "evaluate"; dataset: Dataset }
  | { kind: "make-judge"; dataset: Dataset; model: ModelWithSteps; step: number }
  | { kind: "chat"; model: ModelWithSteps; step: number }
  | { kind: "quiet" };

type May = (permission: Permission) => boolean;
type Finder = (standing: Standing, may: May) => NextStep | null;

/** The first thing on the way from conversations to a trained model that is still to do, and that the reader may do. */
export function nextStep(standing: Standing, may: May): NextStep {
  for (const find of ON_THE_WAY) {
    const step = find(standing, may);
    if (step) return step;
  }
  return { kind: "quiet" };
}

const ON_THE_WAY: readonly Finder[] = [
  toBuildAgain,
  toImport,
  toMakeQueue,
  toFillQueue,
  toBeginAnnotating,
  toMakeDataset,
  toBuild,
  toTrain,
  toWatch,
  toSeeFailure,
  toMakeJudge,
  toEvaluate,
  toChat,
  toAnnotate,
];

/** What is in production answers people as it learned to, so that comes before anything else. What was built again since is trained on next. */
function toBuildAgain({ served, datasets }: Standing, may: May): NextStep | null {
  if (!may("datasets:write")) return null;
  for (const checkpoint of served)
    for (const { datasetId } of checkpoint.retracted?.versions ?? []) {
      const dataset = datasets.find(({ id }) => id === datasetId);
      const version = dataset?.latestVersion;
      if (dataset && version?.retracted) return { kind: "build-again", dataset, version, served: checkpoint };
    }
  return null;
}

function toImport({ threads, queues, datasets, jobs }: Standing, may: May): NextStep | null {
  const isNew = threads + queues.length + datasets.length + jobs.length === 0;
  return isNew && may("calls:write") ? { kind: "import" } : null;
}

/** Datasets without a queue were made of something else, or of queues that are archived by now. */
function toMakeQueue({ threads, queues, datasets }: Standing, may: May): NextStep | null {
  const isDue = threads > 0 && queues.length === 0 && datasets.length === 0;
  return isDue && may("queues:write") ? { kind: "make-queue" } : null;
}

function toFillQueue({ queues }: Standing, may: May): NextStep | null {
  const [newest] = queues;
  const areEmpty = queues.every(({ summary }) => summary.totalItems === 0);
  return newest && areEmpty && may("queues:write") ? { kind: "fill-queue", queue: newest } : null;
}

/** So many answers are worth a first try at training. */
const FIRST_ANSWERS = 20;

/**
 * Before there are enough answers, or rows from elsewhere, nothing else gets any further. Later there are always items that wait, which must not hide the
 * rest of the way.
 */
function toBeginAnnotating(standing: Standing, may: May): NextStep | null {
  const answers = standing.queues.reduce((sum, { summary }) => sum + summary.givenAnswers, 0);
  const rows = Math.max(0, ...standing.datasets.map(({ latestVersion }) => rowsToTrainOn(latestVersion)));
  return Math.max(answers, rows) < FIRST_ANSWERS ? toAnnotate(standing, may) : null;
}

function rowsToTrainOn(version: DatasetVersion | null): number {
  return version ? version.counts.train - (version.retracted?.train ?? 0) : 0;
}

/** Where items wait for the reader beside the next step; null where annotating is the step. */
export function alsoWaiting(step: NextStep, standing: Standing, may: May): QueueRow | null {
  if (step.kind === "annotate") return null;
  const waiting = toAnnotate(standing, may);
  return waiting?.kind === "annotate" ? waiting.queue : null;
}

function toAnnotate({ queues }: Standing, may: May): NextStep | null {
  const queue = queues.find(({ summary }) => summary.leftForMe > 0);
  return queue && may("queues:annotate") ? { kind: "annotate", queue } : null;
}

function toMakeDataset({ queues, datasets }: Standing, may: May): NextStep | null {
  const queue = queues.find(({ summary }) => summary.givenAnswers > 0);
  return queue && datasets.length === 0 && may("datasets:write") ? { kind: "make-dataset", queue } : null;
}

function toBuild({ datasets }: Standing, may: May): NextStep | null {
  const dataset = datasets.find(({ latestVersion }) => latestVersion === null);
  return dataset && may("datasets:write") ? { kind: "build", dataset } : null;
}

function toTrain(standing: Standing, may: May): NextStep | null {
  if (!may("training:write")) return null;
  for (const dataset of judgesLast(standing.datasets)) {
    const version = dataset.latestVersion;
    if (!version || !isToTrainOn(dataset, version) || hasBeenTried(standing, dataset, version)) continue;
    if (!isBuildDue(version))
      return standing.models.length > 0
        ? { kind: "train", dataset, version }
        : { kind: "make-model", dataset };
    if (may("datasets:write")) return { kind: "build-again", dataset, version, served: null };
  }
  return null;
}

function judgesLast(datasets: readonly Dataset[]): Dataset[] {
  return datasets.toSorted((a, b) => Number(isOfJudge(a)) - Number(isOfJudge(b)));
}

function isOfJudge({ recipe }: Dataset): boolean {
  return judgeSourceOf(recipe) !== null;
}

function isToTrainOn({ kind }: Dataset, { counts }: DatasetVersion): boolean {
  return kind === "sft" && counts.train > 0;
}

/** Whether a job took the version, however it ended. What is older than the oldest known job may have had one that is not known. */
function hasBeenTried({ jobs, areAllJobs }: Standing, dataset: Dataset, version: DatasetVersion): boolean {
  const oldest = jobs.at(-1);
  if (!areAllJobs && oldest && version.createdAt < oldest.createdAt) return true;
  const ref = versionRef(dataset.projectId, dataset, version);
  return jobs.some(({ source }) => source.datasetRef === ref);
}

function toWatch({ jobs }: Standing, may: May): NextStep | null {
  const job = jobs.find(({ state }) => !isEndState(state));
  return job && may("training:read") ? { kind: "watch", job } : null;
}

/** A job that did all its steps and learned nothing is looked into as one that failed. */
function toSeeFailure({ jobs: [newest], now }: Standing, may: May): NextStep | null {
  const isLost = newest?.state === "failed" || newest?.health === "dead";
  if (!newest || !isLost || !may("training:write")) return null;
  return isNew(newest.trainingEnd ?? newest.createdAt, now) ? { kind: "see-failure", job: newest } : null;
}

const NEW_FOR_MS = 24 * 3_600_000;

/** What has learned to say what people say is measured against them as a grader, until one asks it, and neither by plain questions nor in a chat. */
function toMakeJudge(standing: Standing, may: May): NextStep | null {
  const [newest] = standing.jobs;
  const dataset = judgeDatasetOf(standing);
  const model = standing.models.find(({ id }) => id === newest?.modelId);
  if (!newest?.trainingEnd || newest.checkpointStep === null || !dataset || !model) return null;
  const isMade = standing.graders.some(({ grader }) => asksModel(grader, model, dataset.projectId));
  const isDue = !isMade && isNew(newest.trainingEnd, standing.now) && may("evaluations:write");
  return isDue ? { kind: "make-judge", dataset, model, step: newest.checkpointStep } : null;
}

/** Of the newest job, where it taught a judge. */
function judgeDatasetOf({ jobs: [newest], datasets }: Standing): Dataset | undefined {
  const name = readObjectRef(newest?.source.datasetRef ?? "")?.objectId;
  return datasets.find((dataset) => dataset.name === name && isOfJudge(dataset));
}

/** A checkpoint that nobody measured: held-out rows say whether it learned anything. */
function toEvaluate({ jobs: [newest], datasets, evaluations, now }: Standing, may: May): NextStep | null {
  if (!newest?.trainingEnd || newest.checkpointStep === null || !isNew(newest.trainingEnd, now)) return null;
  const dataset = datasets.find(
    (one) => one.kind === "sft" && (one.latestVersion?.counts.heldOut ?? 0) > 0 && !isOfJudge(one),
  );
  const isMeasured = evaluations.some(({ datasetId }) => datasetId === dataset?.id);
  return dataset && !isMeasured && may("evaluations:write") ? { kind: "evaluate", dataset } : null;
}

function toChat(standing: Standing, may: May): NextStep | null {
  const { models, now } = standing;
  const [newest] = standing.jobs;
  if (judgeDatasetOf(standing)) return null;
  const model = models.find(({ id }) => id === newest?.modelId);
  if (!newest?.trainingEnd || newest.checkpointStep === null || !model || !may("chat:create")) return null;
  return isNew(newest.trainingEnd, now) ? { kind: "chat", model, step: newest.checkpointStep } : null;
}

/** What ended more than a day ago is known to everybody. */
function isNew(endedAt: Date, now: Date): boolean {
  return now.getTime() - endedAt.getTime() < NEW_FOR_MS;
}
