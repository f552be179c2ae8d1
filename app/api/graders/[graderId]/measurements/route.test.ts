import { expect, test } from "vitest";
import { updateGrader } from "#lib/contract/evaluation/graders.ts";
import * as contract from "#lib/contract/evaluation/judges.ts";
import { anIntentQueue, aTalk } from "#lib/testing/data/dataset-data.ts";
import { aGraderIn, aMeasurableIn, EXACT, readGrader } from "#lib/testing/data/grader-data.ts";
import { aReviewOfPairs, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

const upstream = startScriptedUpstream({
  /** Holds the first three answers for good ones, and changes its mind of the fourth when it is asked with a seed. */
  fickle: (question, { seed }) =>
    /Answer [012]\b/.test(question) || (seed !== undefined && question.includes("Answer 3")) ? "yes" : "no",
  eager: () => "first",
});

routeGuarantees(api, contract.measureGrader, {
  prepare: (place) => aMeasurableIn(api, place),
  // It reads people's answers, too.
  scopes: { write: 403 },
});

async function measured(review: ReviewPlace, grader: object, more: object) {
  const { desk } = review;
  const { grader_id: graderId } = await aGraderIn(api, desk, { grader });
  const at = { projectId: desk.projectId, graderId };
  const { measurement } = await api.call(desk.caller, contract.measureGrader, {
    ...at,
    queueId: desk.queueId,
    limit: 100,
    ...more,
  });
  return { at, measurement };
}

const LIKE = { ...EXACT, operation: "like", reference: "yes" };
const halves = (n: number) => aTalk(n, { answer: n < 5 ? "yes" : "no" });

test("figures against people: kappa, rates, what people did not decide, and trust from the grader's own limit on", async () => {
  const review = await anIntentQueue(api, { items: 11, people: 2, talks: halves });
  const { desk } = review;
  // The grader says yes of the first five; people say no of the fifth, and do not agree on the eleventh.
  for (let item = 0; item < 11; item++) await review.say(0, item, { good: item < 4 });
  await review.say(1, 10, { good: true });
  const { at, measurement } = await measured(review, LIKE, { field: review.ref("good") });
  expect(measurement).toMatchObject({ isCurrent: true, disagreementCount: 1, queueId: desk.queueId });
  expect(measurement.figures).toMatchObject({
    n: 10,
    masked: 0,
    undecided: 1,
    threshold: 1,
    confusion: { bothYes: 4, onlyGrader: 1, onlyPeople: 0, bothNo: 5 },
    kappa: { value: 0.8, method: "bootstrap", n: 10 },
    baseRate: { value: 0.4 },
    truePositiveRate: { value: 1, n: 4 },
    trueNegativeRate: { value: 5 / 6, n: 6 },
    selfConsistency: { value: 1, n: 10 },
    swapped: null,
  });
  const found = await api.call(desk.caller, contract.queryGraderDisagreements, {
    ...at,
    measurementId: measurement.id,
    limit: 50,
    offset: 0,
  });
  const disputed = { score: 1, graderSaysYes: true, answer: "yes", callId: desk.items[4]?.callId };
  expect(found).toMatchObject({ totalCount: 1, disagreements: [{ ...disputed, pairAnswer: null }] });
  const set = async (input: object) =>
    (await api.call(desk.caller, updateGrader, { ...at, ...input })).grader;
  expect(await set({})).toMatchObject({ isTrusted: false, trust: { minKappa: 0.4, minCalls: 50 } });
  const low = { trust: { minKappa: 0.1, minCalls: 10 } };
  expect(await set(low)).toMatchObject({ isTrusted: true, measurement: { id: measurement.id } });
  expect(await set({ trust: { minKappa: 0.1, minCalls: 11 } })).toMatchObject({ isTrusted: false });
  expect(await set({ trust: { minKappa: 0.8, minCalls: 10 } })).toMatchObject({ isTrusted: false });
  const changed = await set({ ...low, grader: readGrader({ ...LIKE, reference: "y" }) });
  expect(changed).toMatchObject({ isTrusted: false, measurement: { isCurrent: false } });
});

test("labels that a yes-or-no grader does not know are counted as that, and are yes or no where the caller names those that mean yes", async () => {
  const review = await anIntentQueue(api, { items: 6, people: 2, talks: halves });
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund" });
  await review.say(0, 3, { intent: "account" });
  await review.say(0, 4, { intent: "delivery" });
  await review.say(0, 5, { intent: "delivery" });
  await review.say(1, 5, { intent: "refund" });
  const field = review.ref("intent");
  const { at, measurement } = await measured(review, LIKE, { field });
  expect(measurement.figures).toMatchObject({ n: 0, undecided: 1, unread: 5, yesValues: [] });
  const asked = { ...at, queueId: review.desk.queueId, field, limit: 100 };
  const { figures } = (
    await api.call(review.desk.caller, contract.measureGrader, { ...asked, yesValues: ["refund", "account"] })
  ).measurement;
  expect(figures).toMatchObject({
    n: 5,
    undecided: 1,
    unread: 0,
    yesValues: ["refund", "account"],
    confusion: { bothYes: 4, onlyGrader: 1, onlyPeople: 0, bothNo: 0 },
  });
});

test("answers after a moment show drift; earlier figures stay", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 2, talks: halves });
  for (const item of [0, 1]) await review.say(0, item, { good: true });
  await review.wasAgo(0, "2 days");
  await review.say(1, 2, { good: false });
  const field = review.ref("good");
  const { at, measurement } = await measured(review, LIKE, { field });
  expect(measurement.figures).toMatchObject({ n: 3, alike: { value: 2 / 3 }, kappa: { value: 0 } });
  const answeredAfter = new Date(Date.now() - 24 * 3600 * 1000).toISOString();
  const newer = { ...at, queueId: review.desk.queueId, field, limit: 100, answeredAfter };
  const { figures } = (await api.call(review.desk.caller, contract.measureGrader, newer)).measurement;
  expect(figures).toMatchObject({
    n: 1,
    alike: { value: 0, low: 0, method: "wilson" },
    kappa: { low: null },
  });
  const page = { ...at, limit: 1, offset: 0 };
  expect(await api.call(review.desk.caller, contract.queryGraderMeasurements, page)).toMatchObject({
    totalCount: 2,
    measurements: [{ figures: { n: 1 }, answeredAfter: new Date(answeredAfter) }],
  });
});

test("a judge that samples is asked twice, with another seed", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 1 });
  const { fickle } = await upstream.register(api, review.desk.caller);
  for (const item of [0, 1, 2, 3]) await review.say(0, item, { good: item < 2 });
  const input = [{ role: "user", content: "{{sample.output_text}}" }];
  const grader = { type: "spindle.judge", model: fickle, input, scores: { yes: 1, no: 0 } };
  const { measurement } = await measured(review, grader, { field: review.ref("good") });
  expect(measurement.figures).toMatchObject({
    n: 4,
    threshold: 0.5,
    alike: { value: 0.75 },
    selfConsistency: { value: 0.75, n: 4 },
  });
});

test("pairs are also judged the other way round; ties are left out", async () => {
  const review = await aReviewOfPairs(api, { items: 3, people: 1 });
  const { eager } = await upstream.register(api, review.desk.caller);
  for (const [item, verdict] of (["first", "second", "tie"] as const).entries())
    await review.prefer(0, item, verdict);
  const input = [{ role: "user", content: "{{item.first}} or {{item.second}}?" }];
  const grader = { type: "spindle.judge", model: eager, input, scores: { first: 1, second: 0 } };
  const { measurement } = await measured(review, grader, {});
  expect(measurement).toMatchObject({ field: null, disagreementCount: 1 });
  expect(measurement.figures).toMatchObject({
    n: 2,
    undecided: 1,
    alike: { value: 0.5 },
    kappa: { value: 0 },
    swapped: { consistent: { value: 0, n: 2 }, favoursFirst: { value: 1 } },
  });
});

test("a grader of one answer does not fit a queue of pairs, nor the other way round; a grader of elsewhere is not found", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const pairs = { ...EXACT, input: "{{item.first}}", reference: "{{item.second}}" };
  const status = (grader: object, more: object) =>
    measured(review, grader, more).catch(({ status, problems }) => [status, problems[0]?.loc]);
  expect(await status(LIKE, {})).toEqual([422, ["body", "field"]]);
  expect(await status(pairs, { field: review.ref("good") })).toEqual([422, ["body", "field"]]);
  expect(await status(LIKE, { field: "none" })).toEqual([404, undefined]);
});
