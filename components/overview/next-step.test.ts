import { expect, test } from "vitest";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { type Role, roleAllows } from "#lib/contract/access.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { alsoWaiting, nextStep } from "./next-step.ts";
import type { Standing } from "./standing.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const HOUR_MS = 3_600_000;
const NEW: Standing = {
  threads: 0,
  queues: [],
  datasets: [],
  jobs: [],
  areAllJobs: true,
  models: [],
  evaluations: [],
  measuredSteps: [],
  graders: [],
  served: [],
  isAllServed: true,
  promotions: [],
  loops: [],
  now: NOW,
};

function hoursAgo(hours: number): Date {
  return new Date(NOW.getTime() - hours * HOUR_MS);
}

function queue(summary: Partial<QueueRow["summary"]>): QueueRow {
  return {
    id: "q",
    name: "Tone",
    summary: { totalItems: 4, givenAnswers: 0, leftForMe: 0, ...summary },
  } as QueueRow;
}

type Version = Partial<NonNullable<Dataset["latestVersion"]>> & { train?: number; heldOut?: number };

function dataset(version: Version | null, kind: Dataset["kind"] = "sft", use = "labels"): Dataset {
  const { train = 8, heldOut = 0, ...rest } = version ?? {};
  const counts = { train, heldOut };
  const latestVersion = version && {
    number: 2,
    createdAt: hoursAgo(2),
    counts,
    retracted: null,
    countAgain: 0,
    ...rest,
  };
  const recipe = { sources: [{ kind: "queue", use }] };
  return { id: "d", projectId: "acme/support", name: "tone", kind, latestVersion, recipe } as Dataset;
}

function job(facts: Partial<TrainingJob>): TrainingJob {
  const source = { kind: "dataset", datasetRef: "weave:///acme/support/object/tone:v2" };
  return {
    id: "j",
    modelId: "m",
    state: "completed",
    createdAt: hoursAgo(1),
    checkpointStep: null,
    source,
    ...facts,
  } as TrainingJob;
}

const MODEL = { id: "m", name: "shop" } as ModelWithSteps;
const ANSWERED = queue({ totalItems: 4, givenAnswers: 4 });

function stepFor(standing: Partial<Standing>, role: Role = "engineer") {
  return nextStep({ ...NEW, ...standing }, (permission) => roleAllows(role, permission));
}

test("the way from nothing to a checkpoint is shown step by step", () => {
  const done = { threads: 12, queues: [ANSWERED] };
  expect(stepFor({}).kind).toBe("import");
  expect(stepFor({ threads: 12 }).kind).toBe("make-queue");
  expect(stepFor({ threads: 12, queues: [queue({ totalItems: 0 })] }).kind).toBe("fill-queue");
  expect(stepFor({ threads: 12, queues: [queue({ leftForMe: 3 })] }).kind).toBe("annotate");
  expect(stepFor(done).kind).toBe("make-dataset");
  expect(stepFor({ ...done, datasets: [dataset(null)] }).kind).toBe("build");
  expect(stepFor({ ...done, datasets: [dataset({})] }).kind).toBe("make-model");
  expect(stepFor({ ...done, datasets: [dataset({})], models: [MODEL] }).kind).toBe("train");
  const trained = { ...done, datasets: [dataset({})], models: [MODEL] };
  expect(stepFor({ ...trained, jobs: [job({ state: "running" })] }).kind).toBe("watch");
  expect(stepFor({ ...trained, jobs: [job({ state: "failed" })] }).kind).toBe("see-failure");
  expect(stepFor({ ...trained, jobs: [job({ health: "dead" })] }).kind).toBe("see-failure");
  const ended = job({ checkpointStep: 1, trainingEnd: hoursAgo(1) });
  expect(stepFor({ ...trained, jobs: [ended] })).toEqual({ kind: "chat", model: MODEL, step: 1 });
});

test("what a job learned is measured once, where rows are held out, before anybody chats with it", () => {
  const ended = job({ checkpointStep: 1, trainingEnd: hoursAgo(1) });
  const held = dataset({ heldOut: 3 });
  const trained = { threads: 12, queues: [ANSWERED], datasets: [held], models: [MODEL], jobs: [ended] };
  expect(stepFor(trained)).toEqual({ kind: "evaluate", dataset: held });
  const evaluations = [{ id: "e", datasetId: held.id, datasetName: "tone" } as Evaluation];
  const measure = { kind: "measure", evaluation: evaluations[0], model: MODEL, step: 1, beside: null };
  expect(stepFor({ ...trained, evaluations })).toEqual(measure);
  expect(stepFor({ ...trained, evaluations, measuredSteps: [1] }).kind).toBe("promote");
  const viewed = stepFor({ ...trained, evaluations }, "viewer");
  expect(viewed.kind).not.toBe("measure");
  expect(stepFor({ ...trained, datasets: [dataset({})] }).kind).toBe("chat");
  expect(stepFor({ ...trained, jobs: [job({ state: "failed" })] }).kind).not.toBe("evaluate");
  expect(stepFor(trained, "viewer").kind).not.toBe("evaluate");
});

test("a second step is measured as the first one was, beside it, by what measures the data that it learned", () => {
  const first = job({ checkpointStep: 1, trainingEnd: hoursAgo(2) });
  const second = job({ checkpointStep: 2, startedFromStep: 1, trainingEnd: hoursAgo(1) });
  const subject = { name: "shop:step1", modelId: "m", step: 1 };
  const lastRun = { state: "completed", subject };
  const other = { id: "other", datasetId: "o", datasetName: "other", lastRun } as Evaluation;
  const own = { ...other, id: "e", datasetId: "d", datasetName: "tone" };
  const standing = {
    ...{ threads: 12, queues: [ANSWERED], datasets: [dataset({ heldOut: 3 })], models: [MODEL] },
    ...{ jobs: [second, first], evaluations: [other, own], measuredSteps: [1] },
  };
  const measure = { kind: "measure", evaluation: own, model: MODEL, step: 2, beside: 1 };
  expect(stepFor(standing)).toEqual(measure);
  // It is being measured.
  const going = { ...own, lastRun: { state: "running", subject: { ...subject, step: 2 } } } as Evaluation;
  expect(stepFor({ ...standing, evaluations: [other, going] }).kind).toBe("chat");
  expect(stepFor({ ...standing, measuredSteps: [1, 2] })).toMatchObject({ kind: "promote", step: 2 });
  // What measures something else says nothing of it, and there are rows to measure it by.
  expect(stepFor({ ...standing, evaluations: [other] }).kind).toBe("evaluate");
  // Of data without a name, what has measured the model before.
  const file = { ...second, source: { ...second.source, datasetRef: null } };
  expect(stepFor({ ...standing, jobs: [file, first] })).toMatchObject({ kind: "measure", evaluation: other });
});

test("a step that is measured is promoted, where production has none or an earlier one, and is settled after that", () => {
  const ended = job({ checkpointStep: 2, trainingEnd: hoursAgo(1) });
  const subject = { name: "shop:step2", modelId: "m", step: 2 };
  const evaluations = [{ id: "e", datasetId: "d", lastRun: { state: "completed", subject } } as Evaluation];
  const standing = {
    ...{ threads: 12, queues: [ANSWERED], datasets: [dataset({})], models: [MODEL], jobs: [ended] },
    evaluations,
  };
  const promote = { kind: "promote", model: MODEL, step: 2, served: null };
  expect(stepFor(standing)).toEqual(promote);
  const inProduction = (step: number) => [{ ...serving("d"), step, retracted: null }];
  expect(stepFor({ ...standing, served: inProduction(1) })).toEqual({ ...promote, served: 1 });
  // What is in production, or older than that, is settled.
  expect(stepFor({ ...standing, served: inProduction(2) }).kind).toBe("quiet");
  expect(stepFor({ ...standing, served: inProduction(3) }).kind).toBe("quiet");
  const waiting = [queue({ totalItems: 9, givenAnswers: 4, leftForMe: 5 })];
  const twenty = [dataset({ train: 20 })];
  const later = { ...standing, queues: waiting, datasets: twenty, served: inProduction(2) };
  expect(stepFor(later).kind).toBe("annotate");
  // It may be among those that are in production and were not read.
  expect(stepFor({ ...standing, isAllServed: false }).kind).toBe("chat");
  const promotions = [{ modelId: "m", step: 2 } as Standing["promotions"][number]];
  expect(stepFor({ ...standing, promotions }).kind).toBe("chat");
  expect(stepFor({ ...standing, evaluations: [] }).kind).toBe("chat");
  expect(stepFor(standing, "annotator").kind).toBe("quiet");
});

test("what a loop waits to train on is not proposed to be done by hand, and what it waits for is", () => {
  const lastRun = {
    ...{ state: "training", datasetId: "d", version: 2, jobId: null, endedAt: null },
    waitingFor: "the budget",
  };
  const loop = { lastRun, nextJobAt: hoursAgo(-1) } as Loop;
  const standing = { threads: 12, queues: [ANSWERED], datasets: [dataset({})], models: [MODEL] };
  expect(stepFor(standing).kind).toBe("train");
  expect(stepFor({ ...standing, loops: [loop] })).toEqual({ kind: "loop-waits", loop });
  expect(stepFor({ ...standing, loops: [loop] }, "viewer").kind).toBe("quiet");
  const other = { ...loop, lastRun: { ...lastRun, datasetId: "another" } } as Loop;
  expect(stepFor({ ...standing, loops: [other] }).kind).toBe("train");
  const ended = { ...loop, lastRun: { ...lastRun, endedAt: NOW } } as Loop;
  expect(stepFor({ ...standing, loops: [ended] }).kind).toBe("train");
});

test("what was learned from and is built again comes before the first version of anything else", () => {
  const first = { ...dataset(null, "prompts"), id: "questions", name: "questions" };
  const source = { ...job({}).source, datasetRef: "weave:///acme/support/object/tone:v1" };
  const standing = { threads: 12, queues: [ANSWERED], models: [MODEL], datasets: [first, dataset({})] };
  expect(stepFor({ ...standing, jobs: [job({ source })] }).kind).toBe("train");
  expect(stepFor({ ...standing, jobs: [job({})] }).kind).toBe("build");
  expect(stepFor(standing).kind).toBe("build");
});

test("a judge is made a grader, and takes the place of the model neither in training nor in measuring", () => {
  const judge = { ...dataset({ heldOut: 13 }, "sft", "judge"), id: "judge", name: "tone-judge" };
  const own = dataset({ heldOut: 3 });
  const standing = { threads: 12, queues: [ANSWERED], datasets: [judge, own], models: [MODEL] };
  expect(stepFor(standing)).toMatchObject({ kind: "train", dataset: own });
  const ended = { checkpointStep: 1, trainingEnd: hoursAgo(1) };
  const ofModel = job(ended);
  expect(stepFor({ ...standing, jobs: [ofModel] })).toMatchObject({ kind: "train", dataset: judge });
  const source = { kind: "dataset", datasetRef: "weave:///acme/support/object/tone-judge:v2" };
  const ofJudge = job({ ...ended, source } as Partial<TrainingJob>);
  const judged = { ...standing, jobs: [ofJudge, ofModel] };
  expect(stepFor(judged)).toEqual({ kind: "make-judge", dataset: judge, model: MODEL, step: 1 });
  expect(stepFor({ ...standing, jobs: [ofModel, ofJudge] })).toEqual({ kind: "evaluate", dataset: own });
  const measured = { ...judged, evaluations: [{ id: "e", datasetId: own.id } as Evaluation] };
  expect(stepFor(measured, "annotator").kind).toBe("quiet");
  const graderOf = (model: string) => ({ grader: { type: "spindle.judge", model } }) as StoredGrader;
  expect(stepFor({ ...judged, graders: [graderOf("another:step1")] }).kind).toBe("make-judge");
  expect(stepFor({ ...judged, graders: [graderOf("shop:step1")] }).kind).not.toBe("make-judge");
});

test("what has been seen for a day, or is gone, is no next step", () => {
  const done = { threads: 12, queues: [ANSWERED], datasets: [dataset({})] };
  const ended = job({ checkpointStep: 1, trainingEnd: hoursAgo(25) });
  expect(stepFor({ ...done, models: [MODEL], jobs: [ended] }).kind).toBe("quiet");
  const ofDeleted = job({ checkpointStep: 1, trainingEnd: hoursAgo(1) });
  expect(stepFor({ ...done, models: [], jobs: [ofDeleted] }).kind).toBe("quiet");
});

test("beside a step, items that wait are named, too; rows from elsewhere are as good as answers", () => {
  const may = (permission: Parameters<Parameters<typeof nextStep>[1]>[0]) =>
    roleAllows("engineer", permission);
  const waiting = queue({ leftForMe: 3, givenAnswers: 2 });
  const standing = { ...NEW, threads: 12, queues: [waiting], models: [MODEL] };
  const imported = { ...standing, datasets: [dataset({ train: 20 })] };
  const train = nextStep(imported, may);
  expect(train.kind).toBe("train");
  expect(alsoWaiting(train, imported, may)).toBe(waiting);
  const few = { ...standing, datasets: [dataset({ train: 19 })] };
  const annotate = nextStep(few, may);
  expect(annotate.kind).toBe("annotate");
  expect(alsoWaiting(annotate, few, may)).toBeNull();
  expect(alsoWaiting(train, { ...imported, queues: [] }, may)).toBeNull();
});

test("items that wait come first only until there are enough answers to train on", () => {
  const few = queue({ leftForMe: 100, givenAnswers: 19 });
  expect(stepFor({ threads: 12, queues: [few] }).kind).toBe("annotate");
  const enough = { threads: 12, queues: [queue({ leftForMe: 100, givenAnswers: 20 })], models: [MODEL] };
  expect(stepFor(enough).kind).toBe("make-dataset");
  const datasets = [dataset({})];
  expect(stepFor({ ...enough, datasets }).kind).toBe("train");
  const ended = job({ checkpointStep: 1, trainingEnd: hoursAgo(25) });
  expect(stepFor({ ...enough, datasets, jobs: [ended] }).kind).toBe("annotate");
  const failed = job({ state: "failed", trainingEnd: hoursAgo(25) });
  expect(stepFor({ ...enough, datasets, jobs: [failed] }).kind).toBe("annotate");
});

test("an empty queue beside one that has items is left alone, and answers wait for no second dataset", () => {
  const queues = [queue({ totalItems: 0 }), queue({ leftForMe: 2 })];
  expect(stepFor({ threads: 12, queues })).toEqual({ kind: "annotate", queue: queues[1] });
  const other = dataset({}, "preference");
  expect(stepFor({ threads: 12, queues: [ANSWERED], datasets: [other] }).kind).toBe("quiet");
});

test("a version asks for training while no job took it, and only where it has rows for one", () => {
  const done = { threads: 12, queues: [ANSWERED], models: [MODEL] };
  const other = job({ source: { ...job({}).source, datasetRef: "weave:///acme/support/object/tone:v1" } });
  expect(stepFor({ ...done, datasets: [dataset({})], jobs: [other] }).kind).toBe("train");
  expect(stepFor({ ...done, datasets: [dataset({ train: 0 })] }).kind).toBe("quiet");
  // A job that is older than those on the page may have taken it.
  const old = { ...done, datasets: [dataset({})], jobs: [other], areAllJobs: false };
  expect(stepFor(old).kind).toBe("quiet");
});

function serving(datasetId: string, number = 2, cleanStep: number | null = 0): ServedCheckpoint {
  const versions = [{ datasetId, name: "tone", number, rows: 3 }];
  const retracted = { rows: 3, totalRows: 8, already: 0, cleanStep, versions };
  return { modelId: "m", modelName: "shop", step: 5, retracted } as ServedCheckpoint;
}

test("what is in production and learned from retracted rows is built again before anything else, until it was", () => {
  const lost = dataset({ retracted: { train: 3, heldOut: 0 } });
  const served = [{ ...serving("another"), retracted: null }, serving("d")];
  const standing = { threads: 12, queues: [queue({ leftForMe: 3 })], models: [MODEL], served };
  expect(stepFor({ ...standing, datasets: [lost] })).toEqual({
    ...{ kind: "build-again", dataset: lost, version: lost.latestVersion, served: served[1] },
  });
  expect(stepFor({ ...standing, datasets: [lost] }, "viewer").kind).toBe("quiet");
  // Its dataset may be gone.
  expect(stepFor({ ...standing, datasets: [] }).kind).toBe("annotate");
});

test("a retraction is acted on until production is a step that did not learn what it means", () => {
  const built = dataset({ number: 3, train: 5 });
  const served = [serving("d")];
  const standing = { threads: 12, queues: [queue({ leftForMe: 3 })], models: [MODEL], datasets: [built] };
  const { retracted } = serving("d");
  const replaced = { dataset: built, version: built.latestVersion, fromStep: 0 };
  expect(stepFor({ ...standing, served })).toEqual({
    kind: "replace",
    served: served[0],
    retracted,
    replaced,
  });
  expect(stepFor({ ...standing, served, jobs: [job({})] }).kind).toBe("replace");
  expect(stepFor({ ...standing, served }, "viewer").kind).not.toBe("replace");
  const source = { ...job({}).source, datasetRef: "weave:///acme/support/object/tone:v3" };
  const running = job({ state: "running", source });
  expect(stepFor({ ...standing, served, jobs: [running] })).toEqual({ kind: "watch", job: running });
  const newer = [serving("d", 2, 6)];
  const move = { kind: "move-alias", served: newer[0], step: 6 };
  expect(stepFor({ ...standing, served: newer })).toMatchObject(move);
  // Nothing is to be built where a step is there already.
  const lost = dataset({ retracted: { train: 3, heldOut: 0 } });
  expect(stepFor({ ...standing, served: newer, datasets: [lost] })).toMatchObject(move);
  const promotions = [{ modelId: "m", step: 6 } as Standing["promotions"][number]];
  expect(stepFor({ ...standing, served: newer, promotions }).kind).toBe("annotate");
});

test("what a build gave again, and the newest step without the retracted answers learned, takes production back instead of being learned twice", () => {
  const again = dataset({ number: 0, train: 19 });
  const served = [{ ...serving("d", 1, 1), step: 2 }];
  const ref = (number: number) => ({
    source: { ...job({}).source, datasetRef: `weave:///acme/support/object/tone:v${number}` },
  });
  const second = job({ ...ref(1), checkpointStep: 2, startedFromStep: 1 });
  const first = job({ ...ref(0), checkpointStep: 1, startedFromStep: 0 });
  const standing = { threads: 12, queues: [ANSWERED], models: [MODEL], datasets: [again], served };
  const back = {
    kind: "take-back",
    served: served[0],
    dataset: again,
    version: again.latestVersion,
    step: 1,
  };
  expect(stepFor({ ...standing, jobs: [second, first] })).toMatchObject(back);
  expect(stepFor({ ...standing, jobs: [second, first] }, "viewer").kind).not.toBe("take-back");
  // What the step came from learned it as well.
  const later = [{ ...serving("d", 1, 2), step: 3 }];
  const third = job({ ...ref(1), checkpointStep: 3, startedFromStep: 2 });
  const between = job({ ...ref(7), checkpointStep: 2, startedFromStep: 1 });
  const jobs = [third, between, first];
  expect(stepFor({ ...standing, served: later, jobs })).toMatchObject({ kind: "take-back", step: 2 });
  // A step of another model, or a job that made none, is nothing to go back to.
  expect(stepFor({ ...standing, jobs: [second, { ...first, modelId: "other" }] }).kind).toBe("replace");
  expect(stepFor({ ...standing, jobs: [second, { ...first, checkpointStep: null }] }).kind).toBe("replace");
  const promotions = [{ modelId: "m", step: 1 } as Standing["promotions"][number]];
  expect(stepFor({ ...standing, jobs: [second, first], promotions }).kind).not.toBe("replace");
});

test("once a retraction is lifted, what lacks its answers is built again, though it was trained on", () => {
  const lacking = dataset({ countAgain: 12 });
  const ended = job({ checkpointStep: 1, trainingEnd: hoursAgo(1) });
  const standing = { threads: 12, queues: [queue({ leftForMe: 3 })], models: [MODEL], jobs: [ended] };
  expect(stepFor({ ...standing, datasets: [lacking] })).toEqual({
    ...{ kind: "build-again", dataset: lacking, version: lacking.latestVersion, served: null },
  });
  expect(stepFor({ ...standing, datasets: [lacking] }, "viewer").kind).toBe("quiet");
  expect(stepFor({ ...standing, datasets: [dataset({ train: 20 })] }).kind).toBe("chat");
});

test("a version of a few rows is trained on only where nothing waits to be answered", () => {
  const queues = [queue({ leftForMe: 13, givenAnswers: 24 })];
  const few = { ...dataset({ train: 1 }), id: "few", name: "few" };
  const many = dataset({ train: 24 });
  const standing = { threads: 12, queues, models: [MODEL] };
  expect(stepFor({ ...standing, datasets: [few, many] })).toMatchObject({ kind: "train", dataset: many });
  expect(stepFor({ ...standing, datasets: [few] }).kind).toBe("annotate");
  expect(stepFor({ ...standing, queues: [ANSWERED], datasets: [few] }).kind).toBe("train");
});

test("a version of which rows were retracted is built again before it is trained on", () => {
  const done = { threads: 12, queues: [ANSWERED], models: [MODEL] };
  const datasets = [dataset({ retracted: { train: 0, heldOut: 1 } })];
  expect(stepFor({ ...done, datasets })).toMatchObject({ kind: "build-again", served: null });
  // What a job took has learned nothing of what is only measured by.
  expect(stepFor({ ...done, datasets, jobs: [job({})] }).kind).toBe("quiet");
  const all = [dataset({ train: 20, retracted: { train: 20, heldOut: 0 } })];
  expect(stepFor({ ...done, queues: [queue({ leftForMe: 3, givenAnswers: 4 })], datasets: all }).kind).toBe(
    "annotate",
  );
});

test("what a job learned from and was retracted is built again before anything new is begun, in production or not", () => {
  const lost = dataset({ train: 35, heldOut: 5, retracted: { train: 8, heldOut: 2 } });
  const ofOlder = job({ checkpointStep: 1, trainingEnd: hoursAgo(1) });
  const newer = { ...dataset(null, "prompts"), id: "questions", name: "questions" };
  const standing = { threads: 40, queues: [ANSWERED], models: [MODEL], jobs: [ofOlder] };
  const again = { kind: "build-again", dataset: lost, version: lost.latestVersion, served: null };
  expect(stepFor({ ...standing, datasets: [newer, lost] })).toEqual(again);
  const built = { ...newer, latestVersion: dataset({ train: 40 }).latestVersion };
  expect(stepFor({ ...standing, datasets: [built, lost] })).toEqual(again);
  // What was learned from may be an earlier version than the newest one.
  const source = { ...job({}).source, datasetRef: "weave:///acme/support/object/tone:v1" };
  expect(stepFor({ ...standing, datasets: [newer, lost], jobs: [job({ source })] })).toEqual(again);
  expect(stepFor({ ...standing, datasets: [newer, lost], jobs: [] }).kind).toBe("build");
  expect(stepFor({ ...standing, datasets: [lost] }, "viewer").kind).not.toBe("build-again");
  // A build of which nothing is left would be refused.
  const all = dataset({ train: 40, retracted: { train: 40, heldOut: 0 } });
  expect(stepFor({ ...standing, datasets: [newer, all] }).kind).toBe("build");
  const clean = dataset({ number: 3, train: 30 });
  expect(stepFor({ ...standing, datasets: [clean] })).toMatchObject({ kind: "train", dataset: clean });
});

test("a version that lacks answers which count again is built again before it is trained on", () => {
  const datasets = [dataset({ train: 20, countAgain: 12 })];
  const done = { threads: 12, queues: [ANSWERED], models: [MODEL], datasets };
  expect(stepFor(done)).toMatchObject({ kind: "build-again", served: null });
  expect(stepFor({ ...done, datasets: [dataset({ train: 20 })] }).kind).toBe("train");
});

test("nobody is sent to what they may not do", () => {
  expect(stepFor({}, "viewer").kind).toBe("quiet");
  expect(stepFor({ threads: 12, queues: [queue({ leftForMe: 3 })] }, "viewer").kind).toBe("quiet");
  expect(stepFor({ threads: 12, jobs: [job({ state: "running" })] }, "viewer").kind).toBe("watch");
});
