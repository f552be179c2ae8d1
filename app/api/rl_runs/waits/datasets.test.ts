import { expect, test, vi } from "vitest";
import { summarizeQueues } from "#lib/contract/annotation/queue-lead.ts";
import { addQueueItems, queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { getDataset } from "#lib/contract/datasets/datasets.ts";
import { queryItemYields } from "#lib/contract/datasets/item-yields.ts";
import { aDataset, aTalk, aVersion, becomeTalk } from "#lib/testing/data/dataset-data.ts";
import { DeskPlace, someCalls } from "#lib/testing/data/queue-data.ts";
import { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { readRlRun } from "#lib/testing/data/rl-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { aWaitingRun } from "#lib/testing/runs/waiting-run.ts";

vi.setConfig({ testTimeout: 60_000 });

const api = startHarness();
startTestSampler({ capacity: 4096 });

test("what people say about the replies of a run is no row of a dataset of their queue, unless its recipe takes it", async () => {
  const { asked, place, id } = await aWaitingRun(api);
  const { projectId, queueId } = asked.at;
  for (const item of [0, 1, 2, 3, 4]) await asked.say(1, item, { good: item % 2 === 0 });
  const ofRun = async (caller: Caller, isAskedByRun: boolean) =>
    (await api.call(caller, queryQueueItems, { ...asked.at, filter: { isAskedByRun } })).items;
  expect(await ofRun(place.caller, false)).toEqual([]);
  const { name } = (await readRlRun(api, place, id)).run;
  for (const { askedBy } of await ofRun(place.caller, true)) expect(askedBy).toEqual({ runId: id, name });
  await asked.desk.set({ annotatorIds: [] });
  const annotator = await api.aCaller(place.project, "annotator");
  expect((await ofRun(annotator, true)).map(({ askedBy }) => askedBy?.name)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  const { summaries } = await api.call(place.caller, summarizeQueues, { projectId, queueIds: [queueId] });
  expect(summaries).toMatchObject([{ totalItems: 5, askedByRuns: 5 }]);

  const counted = async (more: { takes_run_items?: boolean }) => {
    const source = { kind: "queue", queue_id: queueId, use: "labels", field: asked.ref("good"), ...more };
    const body = { project_id: projectId, kind: "sft", recipe: { sources: [source] } };
    return (await (await api.send(place.caller, { path: "/datasets/preview", body })).json()).counts;
  };
  expect(await counted({})).toMatchObject({
    ...{ items: 5, candidates: 5, train: 0, held_out: 0, rejected: 5, answers: 0 },
    rejected_by: { asked_by_run: 5 },
  });
  const taken = await counted({ takes_run_items: true });
  expect([taken.answers, taken.rejected_by.asked_by_run]).toEqual([5, undefined]);
  expect(taken.train + taken.held_out).toBeGreaterThan(0);
});

test("an answer to a run yields nothing at the desk, and is no new answer of a dataset", async () => {
  const { asked, place } = await aWaitingRun(api);
  const { desk } = asked;
  const [callId = ""] = await someCalls(api, place.project, 1);
  await becomeTalk(api, callId, aTalk(1));
  await api.call(place.caller, addQueueItems, { ...desk.at, callIds: [callId], displayFields: [] });
  const { items } = await api.call(place.caller, queryQueueItems, { ...desk.at, filter: { callId } });
  const own = new ReviewPlace(new DeskPlace(api, { ...desk, items }), asked.refs);
  const source = { kind: "queue", queue_id: desk.queueId, use: "labels", field: asked.ref("good") };
  const { id: datasetId } = await aDataset(api, place, { sources: [source] });
  const yieldsOf = async (itemId: string) => {
    const said = { ...desk.at, itemId, feedback: [], isFlagged: false };
    const { yields } = await api.call(desk.person(0), queryItemYields, said);
    return yields.flatMap(({ rejections }) => rejections.map(({ reason }) => reason));
  };
  expect([await yieldsOf(asked.desk.id(0)), await yieldsOf(own.desk.id(0))]).toEqual([
    ["asked_by_run"],
    ["no_answer"],
  ]);

  await own.say(0, 0, { good: true });
  await aVersion(api, place, datasetId);
  const newAnswers = async () => {
    const named = { projectId: desk.projectId, datasetId };
    return (await api.call(place.caller, getDataset, named)).dataset.newAnswers;
  };
  await asked.say(0, 0, { good: true });
  expect(await newAnswers()).toBe(0);
  await own.say(1, 0, { good: true });
  expect(await newAnswers()).toBe(1);
});
