import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-quality.ts";
import { removeQueueItem, updateItemProgress } from "#lib/contract/annotation/queues.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { aReview, aReviewOfPairs, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getQueueQuality, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

function quality({ desk }: ReviewPlace, more: Partial<InputOf<typeof contract.getQueueQuality>> = {}) {
  return api.call(desk.caller, contract.getQueueQuality, { ...desk.at, includeJudges: true, ...more });
}

const TONE = { type: "integer", minimum: 1, maximum: 5 };

/** Krippendorff's four observers and twelve units (2011), null where one did not look. */
const OBSERVERS = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];

async function fourObservers() {
  const review = await aReview(api, { items: 12, people: 4, fields: { tone: TONE } });
  for (const [person, row] of OBSERVERS.entries())
    for (const [item, value] of row.entries())
      if (value !== null) await review.say(person, item, { tone: value });
  return review;
}

test("a published example has its published agreement, through all of the service", async () => {
  const review = await fourObservers();
  const { fields, raters, matrix } = await quality(review);
  expect(fields).toHaveLength(1);
  expect(fields[0]).toMatchObject({ ref: review.ref("tone"), name: "tone", measure: "ordinal", items: 11 });
  const { alpha } = fields[0] ?? expect.unreachable("there is one field");
  expect(alpha.value).toBeCloseTo(0.815, 3);
  expect(alpha.low).toBeLessThan(0.815);
  expect(alpha.high).toBeGreaterThan(0.815);
  expect(new Set(raters)).toEqual(
    new Set(review.desk.people.map(({ userId: id, name }) => ({ id, name, isJudge: false }))),
  );
  expect(matrix).toHaveLength(6);
  // The first two observers have nine units in common, and differ in one of them.
  const [a = "", b = ""] = review.desk.people.map(({ userId }) => userId);
  const cell = matrix.find(({ first, second }) => [a, b].includes(first) && [a, b].includes(second));
  expect(cell).toMatchObject({ items: 9, percent: 8 / 9 });
  const [one, other] = cell?.first === a ? ["1", "2"] : ["2", "1"];
  expect(cell?.confusion).toContainEqual({ first: one, second: other, count: 1 });
  expect(cell?.confusion.reduce((sum, { count }) => sum + count, 0)).toBe(9);
});

test("only what stands of completed, live items counts", async () => {
  const review = await aReview(api, { items: 4, people: 2 });
  const { desk } = review;
  for (const item of [0, 1, 2, 3])
    for (const person of [0, 1]) await review.say(person, item, { correct: true });
  await review.say(0, 0, { correct: false }, { revision: 1 });
  await review.say(0, 1, {}, { revision: 1, annotationState: "in_progress" });
  await api.call(desk.caller, removeQueueItem, { ...desk.at, itemId: desk.id(2) });
  const { fields } = await quality(review);
  expect(fields[0]).toMatchObject({ items: 2, pairs: 2, percent: 0.5 });
});

test("fields are measured by their schema, and open ones are not measured", async () => {
  const fields = {
    correct: { type: "boolean" },
    kind: { type: "string", enum: ["a", "b"] },
    issues: { type: "array", items: { type: "string", enum: ["policy", "facts"] } },
    tone: TONE,
    minutes: { type: "integer", minimum: 0 },
    share: { type: "number" },
    why: { type: "string" },
    more: { type: "object" },
  };
  const review = await aReview(api, { items: 1, people: 2, fields });
  await review.say(0, 0, { issues: ["policy", "facts"], why: "one" });
  await review.say(1, 0, { issues: ["facts", "policy"], why: "two" });
  const found = await quality(review);
  expect(found.fields.map(({ name, measure }) => [name, measure])).toEqual([
    ["correct", "nominal"],
    ["kind", "nominal"],
    ["issues", "nominal"],
    ["tone", "ordinal"],
    ["minutes", "interval"],
    ["share", "interval"],
  ]);
  expect(found.fields.find(({ name }) => name === "issues")).toMatchObject({ pairs: 1, percent: 1 });
  expect(found.fields[0]).toMatchObject({ items: 0, percent: null, cohenKappa: null, fleissKappa: null });
  expect(found.fields[0]?.alpha).toEqual({ value: null, low: null, high: null });
});

test("a judge is one more rater, by its output or by what it holds under a field's name, and may be left out", async () => {
  const review = await aReview(api, {
    items: 3,
    people: 1,
    fields: { correct: { type: "boolean" }, tone: TONE },
  });
  for (const item of [0, 1, 2]) await review.say(0, item, { correct: true, tone: item + 1 });
  const strict = await review.judge("strict", 0, { correct: false, tone: 1, why: "long words" });
  await review.judge("strict", 1, { correct: true });
  // A plain output means the field that is called like its judge; it is not read as another one's.
  const tone = await review.judge("tone", 0, 4);
  await review.judge("tone", 1, "not a number");
  await review.judge("unknown", 0, true);
  const found = await quality(review, { fieldRef: review.ref("tone") });
  expect(found.raters.filter(({ isJudge }) => isJudge)).toEqual([
    { id: strict, name: "strict", isJudge: true },
    { id: tone, name: "tone", isJudge: true },
  ]);
  expect(found.fields.map(({ name, pairs, percent }) => ({ name, pairs, percent }))).toEqual([
    { name: "correct", pairs: 2, percent: 0.5 },
    { name: "tone", pairs: 3, percent: 1 / 3 },
  ]);
  expect(found.matrix.map(({ items }) => items)).toEqual([1, 1, 1]);
  const without = await quality(review, { includeJudges: false });
  expect(without.raters.map(({ isJudge }) => isJudge)).toEqual([false]);
  expect(without.matrix).toEqual([]);
});

test("where a queue asks for one field alone, a judge's plain output means that one", async () => {
  const review = await aReview(api, { items: 1, people: 1 });
  await review.say(0, 0, { correct: true });
  await review.judge("any name", 0, true);
  expect((await quality(review)).fields[0]).toMatchObject({ pairs: 1, percent: 1 });
});

test("people have their work, how often they are of the majority's mind, and how often right", async () => {
  const review = await aReview(api, { items: 4, people: 4 });
  const { desk } = review;
  const truth = [true, false, true];
  for (const [item, value] of truth.entries()) {
    for (const person of [0, 1, 2])
      await review.say(
        person,
        item,
        { correct: value },
        { activeMs: 1000 * (item + 1), isFlagged: person === 0 },
      );
    // The last one is always of another mind.
    await review.say(3, item, { correct: !value });
  }
  await review.say(0, 3, {}, { annotationState: "skipped" });
  const begun = { ...desk.at, itemId: desk.id(3), annotationState: "in_progress" } as const;
  await api.call(desk.person(1), updateItemProgress, begun);
  await review.decide(0, { correct: true }, { isGold: true });
  await review.decide(1, { correct: true }, { isGold: true });
  await review.decide(2, { correct: true }, { isGold: false });
  // A judge does not measure people.
  for (const item of [0, 1, 2]) await review.judge("contrary", item, false);

  const { people } = await quality(review);
  expect(people.map(({ name }) => name)).toEqual(desk.people.map(({ name }) => name).sort());
  const of = (n: number) => people.find(({ annotatorUserId }) => annotatorUserId === desk.person(n).userId);
  expect(of(0)).toMatchObject({
    completed: 3,
    skipped: 1,
    inProgress: 0,
    flagged: 3,
    medianMs: 2000,
    p90Ms: 2800,
  });
  expect(of(1)).toMatchObject({ completed: 3, skipped: 0, inProgress: 1, lastActive: expect.any(Date) });
  expect(of(0)?.consensus).toMatchObject({ value: 1, high: 1, items: 3 });
  expect(of(0)?.consensus.low).toBeCloseTo(0.4385, 4);
  expect(of(3)?.consensus).toMatchObject({ value: 0, low: 0, items: 3 });
  expect(of(0)?.gold).toEqual({ value: 0.5, items: 2 });
  expect(of(3)).toMatchObject({ gold: { value: 0.5, items: 2 }, medianMs: null, p90Ms: null });
});

test("where the others are divided there is no majority to be of", async () => {
  const review = await aReview(api, { items: 1, people: 3 });
  await review.say(0, 0, { correct: true });
  await review.say(1, 0, { correct: true });
  await review.say(2, 0, { correct: false });
  const { people } = await quality(review);
  const itemsOf = (n: number) =>
    people.find(({ annotatorUserId }) => annotatorUserId === review.desk.person(n).userId)?.consensus.items;
  expect([itemsOf(0), itemsOf(1), itemsOf(2)]).toEqual([0, 0, 1]);
});

test("verdicts on pairs are compared like a field", async () => {
  const review = await aReviewOfPairs(api, { items: 2 });
  for (const person of [0, 1]) await review.prefer(person, 0, "first");
  await review.prefer(0, 1, "first");
  await review.prefer(1, 1, "tie");
  const { fields, matrix } = await quality(review);
  expect(fields).toEqual([
    expect.objectContaining({
      ref: "spindle.preference.1",
      name: "preference",
      measure: "nominal",
      percent: 0.5,
    }),
  ]);
  expect(matrix[0]?.confusion.map(({ count }) => count)).toEqual([1, 1]);
});

test("a field that the queue does not compare is a 422 that names those it does", async () => {
  const review = await aReview(api, { fields: { why: { type: "string" }, correct: { type: "boolean" } } });
  await expect(quality(review, { fieldRef: review.ref("why") })).rejects.toMatchObject({
    status: 422,
    problems: [
      {
        type: "value_error",
        loc: ["body", "field_ref"],
        msg: expect.stringContaining(review.ref("correct")),
      },
    ],
  });
});

test("annotators do not see how anybody does", async () => {
  const { desk } = await aReview(api);
  const asked = api.call(desk.person(0), contract.getQueueQuality, { ...desk.at, includeJudges: true });
  await expect(asked).rejects.toMatchObject({ status: 403 });
});
