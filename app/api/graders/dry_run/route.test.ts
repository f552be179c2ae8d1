import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { recordCalls } from "#lib/testing/data/call-data.ts";
import { anIntentQueue, aTalk } from "#lib/testing/data/dataset-data.ts";
import { EXACT, readGrader } from "#lib/testing/data/grader-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.dryRunGrader, {
  prepare: async (place) => {
    await recordCalls(api, place, [aTalk(0)]);
    return { project_id: place.project.path, grader: EXACT, query: { $expr: { $literal: true } }, limit: 5 };
  },
});

const like = (reference: string) => readGrader({ ...EXACT, operation: "like", reference });

test("stored calls are graded: scores in bins, the worst first, what is masked by reason", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const talks = Array.from({ length: 12 }, (_, n) => ({ ...aTalk(n), trace_id: `trace-${n}` }));
  const ids = await recordCalls(api, { project, caller }, talks);
  const dryRun = (grader: unknown, more: object = {}) =>
    api.call(caller, contract.dryRunGrader, {
      projectId: project.path,
      grader: readGrader(grader),
      limit: 50,
      ...more,
    });
  const found = await dryRun({ ...EXACT, operation: "like", reference: "1" });
  expect(found).toMatchObject({ gradedCount: 12, maskedCount: 0, masked: [], agreement: null, disputed: [] });
  // Answers 1, 10 and 11.
  // Of yes and no, both are one number.
  expect(found.mean).toEqual(found.passed);
  expect(found.passed).toMatchObject({ value: 3 / 12, n: 12, method: "wilson" });
  expect(found.histogram.map(({ count }) => count)).toEqual([9, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
  expect(found.worst).toHaveLength(5);
  expect(found.worst[0]).toMatchObject({
    score: 0,
    passed: false,
    question: expect.stringMatching(/^Question/),
    human: null,
  });
  const some = await dryRun(EXACT, { callIds: ids.slice(0, 3) });
  expect(some).toMatchObject({ gradedCount: 0, maskedCount: 3, histogram: [], worst: [] });
  expect(some.masked).toMatchObject([
    { reason: "invalid_variable", count: 3, detail: expect.stringContaining("{{item.reference}}") },
  ]);
  expect(some.mean).toMatchObject({ value: null, low: null, n: 0 });
  const asked = await dryRun({
    ...EXACT,
    operation: "like",
    input: "{{item.question}}",
    reference: "Question 3",
  });
  expect(asked.mean.value).toBeCloseTo(1 / 12, 10);
});

test("with a queue's field, the calls are those that people answered, and the scores are held against them", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 2 });
  const { desk } = review;
  for (const item of [0, 1, 2, 3])
    for (const person of [0, 1]) await review.say(person, item, { good: item < 2 });
  await review.say(0, 4, { good: true });
  await review.say(1, 4, { good: false });
  const human = { queueId: desk.at.queueId, field: review.ref("good") };
  const dryRun = (grader: ReturnType<typeof readGrader>) =>
    api.call(desk.caller, contract.dryRunGrader, { projectId: desk.projectId, grader, human, limit: 50 });
  // Right of items 1, 2 and 3, wrong of item 0.
  const found = await dryRun(like("Answer 1"));
  expect(found.gradedCount).toBe(5);
  expect(found.agreement).toMatchObject({
    n: 4,
    alike: { value: 0.75, n: 4 },
    baseRate: { value: 0.5 },
    distance: { value: 0.25 },
  });
  expect(found.disputed).toMatchObject([{ score: 0, human: 1, answer: "Answer 0" }]);
  const same = await dryRun(
    readGrader({ type: "spindle.human", queue_id: human.queueId, field: human.field }),
  );
  expect(same).toMatchObject({
    gradedCount: 4,
    maskedCount: 1,
    masked: [{ reason: "disagreement", count: 1 }],
  });
  expect(same.agreement).toMatchObject({ n: 4, alike: { value: 1 } });
});

test("labels have no score until the caller names those that mean yes, and how many have none is counted", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { desk } = review;
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: item < 2 ? "refund" : "account" });
  const human = { queueId: desk.at.queueId, field: review.ref("intent") };
  const dryRun = async (more: object, grader = like("Answer 1")) => {
    const asked = { projectId: desk.projectId, grader, human: { ...human, ...more }, limit: 50 };
    return (await api.call(desk.caller, contract.dryRunGrader, asked)).agreement;
  };
  expect(await dryRun({})).toMatchObject({ n: 0, unread: 3 });
  // Right of items 1 and 2.
  expect(await dryRun({ yesValues: ["refund"] })).toMatchObject({
    n: 3,
    unread: 0,
    alike: { value: 2 / 3 },
    baseRate: { value: 2 / 3 },
  });
});

test("a queue or field that is not there is a 404, and who may only read has no address asked", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const { desk } = review;
  const grader = like("Answer");
  const ask = (human: { queueId: string; field: string }, caller = desk.caller) =>
    api.call(caller, contract.dryRunGrader, { projectId: desk.projectId, grader, human, limit: 5 });
  await expect(ask({ queueId: "none", field: review.ref("good") })).rejects.toMatchObject({ status: 404 });
  await expect(ask({ queueId: desk.at.queueId, field: "none" })).rejects.toMatchObject({ status: 404 });
  const viewer = await api.aCaller(desk.project, "viewer");
  const http = readGrader({ type: "spindle.http", url: "https://127.0.0.1/verify" });
  const input = { projectId: desk.projectId, grader: http, limit: 5 };
  const [mine, theirs] = [
    await api.call(viewer, contract.dryRunGrader, input),
    await api.call(desk.caller, contract.dryRunGrader, input),
  ];
  expect(mine.masked).toMatchObject([{ reason: "not_available" }]);
  expect(theirs.masked).toMatchObject([{ reason: "verifier_failed" }]);
});

test("a schema that takes too long masks every call, and is not tried for each of them", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const talks = Array.from({ length: 30 }, (_, n) => ({ ...aTalk(n), trace_id: `slow-${n}` }));
  await recordCalls(api, { project, caller }, talks);
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on("worker", note);
  const schema = { type: "string", pattern: "^(a+)+$" };
  const input = JSON.stringify(`${"a".repeat(60)}b`);
  const grader = readGrader({ type: "spindle.json_schema", input, schema });
  const found = await api.call(caller, contract.dryRunGrader, { projectId: project.path, grader, limit: 30 });
  process.off("worker", note);
  expect(found).toMatchObject({ gradedCount: 0, masked: [{ reason: "schema_failed", count: 30 }] });
  // The one that is used, the spare one, and another for one that was ended.
  expect(threads.length).toBeLessThanOrEqual(3);
});
