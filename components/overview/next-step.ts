import { versionRef } from "#components/datasets/parts/dataset-texts.ts";
import { isBuildDue } from "#components/datasets/parts/retracted-words.ts";
import { isUnended } from "#components/evaluations/parts/evaluation-texts.ts";
import { asksModel } from "#components/graders/parts/judge-models.ts";
import { judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import { waitsForBudget } from "#components/loops/loop-words.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { toActOnRetraction, toTakeAgain } from "./retraction-step.ts";
import type { Finder, May, NextStep, Standing } from "./standing.ts";

/** The first thing on the way from conversations to a trained model that is still to do, and that the reader may do. */
export function nextStep(standing: Standing, may: May): NextStep {
  for (const find of ON_THE_WAY) {
    const step = find(standing, may);
    if (step) return step;
  }
  return { kind: "quiet" };
}

const ON_THE_WAY: readonly Finder[] = [
  toActOnRetraction,
  toTakeAgain,
  toLeaveOut,
  toImport,
  toMakeQueue,
  toFillQueue,
  toBeginAnnotating,
  toMakeDataset,
  toTrainAgain,
  toBuild,
  toTrain,
  toLetLoopContinue,
  toWatch,
  toSeeFailure,
  toMakeJudge,
  toEvaluate,
  toMeasure,
  toPromote,
  toChat,
  toAnnotate,
];

/**
 * Of what a job learned from and was retracted since, in production or not, before anything new is begun: the next job, and whatever is measured, would have it
 * again. Where nothing would be left, there is no version to build.
 */
function toLeaveOut(standing: Standing, may: May): NextStep | null {
  if (!may("datasets:write")) return null;
  for (const dataset of standing.datasets) {
    const version = dataset.latestVersion;
    if (!version?.retracted?.train || rowsToTrainOn(version) === 0) continue;
    if (wasLearnedFrom(standing, dataset, version))
      return { kind: "build-again", dataset, version, served: null };
  }
  return null;
}

/** Whether a job took the newest version, or one before it. */
function wasLearnedFrom(standing: Standing, dataset: Dataset, newest: DatasetVersion): boolean {
  const anyVersion = `weave:///${dataset.projectId}/object/${dataset.name}:`;
  const wasOf = standing.jobs.some(({ source }) => source.datasetRef?.startsWith(anyVersion));
  return wasOf || hasBeenTried(standing, dataset, newest);
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

/** What a model has learned from before, and was built again since: it comes before anything that nothing has learned from. */
function toTrainAgain(standing: Standing, may: May): NextStep | null {
  const datasets = standing.datasets.filter(
    (dataset) => dataset.latestVersion && wasLearnedFrom(standing, dataset, dataset.latestVersion),
  );
  return toTrain({ ...standing, datasets }, may);
}

function toTrain(standing: Standing, may: May): NextStep | null {
  if (!may("training:write")) return null;
  for (const dataset of judgesLast(standing.datasets)) {
    const version = dataset.latestVersion;
    if (!version || !isToTrainOn(dataset, version) || hasBeenTried(standing, dataset, version)) continue;
    if (standing.loops.some((loop) => isTakenBy(loop, dataset, version))) continue;
    if (rowsToTrainOn(version) < FEW_ROWS && toAnnotate(standing, may)) continue;
    if (!isBuildDue(version))
      return standing.models.length > 0
        ? { kind: "train", dataset, version }
        : { kind: "make-model", dataset };
    if (may("datasets:write")) return { kind: "build-again", dataset, version, served: null };
  }
  return null;
}

/** Whether a run of the loop is about to train on it, or does. */
function isTakenBy({ lastRun }: Loop, { id }: Dataset, { number }: DatasetVersion): boolean {
  return lastRun?.endedAt === null && lastRun.datasetId === id && lastRun.version === number;
}

/** A loop that has made as many jobs as it may continues by itself, later; somebody may let it continue now. */
function toLetLoopContinue({ loops }: Standing, may: May): NextStep | null {
  const loop = loops.find(waitsForBudget);
  return loop && may("training:write") ? { kind: "loop-waits", loop } : null;
}

/** Of so few a model learns next to nothing; while items wait there are soon more. */
const FEW_ROWS = 8;

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
  const name = newest && learnedName(newest);
  return datasets.find((dataset) => dataset.name === name && isOfJudge(dataset));
}

/** A checkpoint that nobody can measure yet: held-out rows, best of what it learned from, say whether it learned anything. */
function toEvaluate({ jobs: [newest], datasets, evaluations, now }: Standing, may: May): NextStep | null {
  if (!newest?.trainingEnd || newest.checkpointStep === null || !isNew(newest.trainingEnd, now)) return null;
  const fit = datasets.filter(
    (one) => one.kind === "sft" && (one.latestVersion?.counts.heldOut ?? 0) > 0 && !isOfJudge(one),
  );
  const dataset = fit.find(({ name }) => name === learnedName(newest)) ?? fit[0];
  const isMeasured = evaluations.some(({ datasetId }) => datasetId === dataset?.id);
  return dataset && !isMeasured && may("evaluations:write") ? { kind: "evaluate", dataset } : null;
}

/** A newer checkpoint is measured as the earlier ones were, before anybody chats with it or gives it to programs. */
function toMeasure(standing: Standing, may: May): NextStep | null {
  const { jobs, models, evaluations, now } = standing;
  const [newest] = jobs;
  const step = newest?.checkpointStep ?? null;
  const model = models.find(({ id }) => id === newest?.modelId);
  if (!newest?.trainingEnd || step === null || !model || judgeDatasetOf(standing)) return null;
  if (isMeasured(standing, model.id, step) || !may("evaluations:write") || !isNew(newest.trainingEnd, now))
    return null;
  const learned = learnedName(newest);
  const evaluation = evaluations.find(({ datasetName, lastRun }) =>
    learned === undefined ? lastRun?.subject.modelId === model.id : datasetName === learned,
  );
  return evaluation
    ? { kind: "measure", evaluation, model, step, beside: newest.startedFromStep ?? null }
    : null;
}

/** Of the dataset that a job learned from. */
function learnedName({ source }: TrainingJob): string | undefined {
  return readObjectRef(source.datasetRef ?? "")?.objectId;
}

/** Whether it is, or is about to be: the newest runs are known at once, all others once they are read. */
function isMeasured({ evaluations, measuredSteps }: Standing, modelId: string, step: number): boolean {
  return (
    measuredSteps.includes(step) ||
    evaluations.some(
      ({ lastRun }) =>
        lastRun?.subject.modelId === modelId &&
        lastRun.subject.step === step &&
        (lastRun.state === "completed" || isUnended(lastRun)),
    )
  );
}

/** A step that was measured is of use once programs are given it: where nothing is in production, or an earlier step. */
function toPromote(standing: Standing, may: May): NextStep | null {
  const { jobs, models, evaluations, measuredSteps, served, isAllServed, promotions, now } = standing;
  const [newest] = jobs;
  const step = newest?.checkpointStep ?? null;
  const model = models.find(({ id }) => id === newest?.modelId);
  if (!newest?.trainingEnd || step === null || !model || judgeDatasetOf(standing)) return null;
  const isDoneMeasuring =
    measuredSteps.includes(step) ||
    evaluations.some(
      ({ lastRun }) =>
        lastRun?.state === "completed" &&
        lastRun.subject.modelId === model.id &&
        lastRun.subject.step === step,
    );
  const before = served.find(({ modelId }) => modelId === model.id)?.step ?? null;
  const isDone = before === null ? !isAllServed : before >= step;
  const isAsked = promotions.some((asked) => asked.modelId === model.id && asked.step === step);
  if (!isDoneMeasuring || isDone || isAsked || !may("models:write") || !isNew(newest.trainingEnd, now))
    return null;
  return { kind: "promote", model, step, served: before };
}

function toChat(standing: Standing, may: May): NextStep | null {
  const { models, served, now } = standing;
  const [newest] = standing.jobs;
  if (judgeDatasetOf(standing)) return null;
  const model = models.find(({ id }) => id === newest?.modelId);
  if (!newest?.trainingEnd || newest.checkpointStep === null || !model || !may("chat:create")) return null;
  const step = newest.checkpointStep;
  // What programs are given by now was settled before; nothing is left to find out.
  const isServed = served.some((one) => one.modelId === model.id && one.step >= step);
  return isNew(newest.trainingEnd, now) && !isServed ? { kind: "chat", model, step } : null;
}

/** What ended more than a day ago is known to everybody. */
function isNew(endedAt: Date, now: Date): boolean {
  return now.getTime() - endedAt.getTime() < NEW_FOR_MS;
}
