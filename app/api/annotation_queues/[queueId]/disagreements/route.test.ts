import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-quality.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.listDisagreements, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

function disagreements(
  { desk }: ReviewPlace,
  more: Partial<InputOf<typeof contract.listDisagreements>> = {},
) {
  const asked = { undecidedOnly: false, includeJudges: true, limit: 50, offset: 0 };
  return api.call(desk.caller, contract.listDisagreements, { ...desk.at, ...asked, ...more });
}

/** What three people say of four items: of one mind, two of three, none alike, and one answer alone. */
async function aDividedQueue() {
  const kind = { type: "string", enum: ["a", "b", "c"] };
  const review = await aReview(api, { items: 4, people: 3, fields: { kind, correct: { type: "boolean" } } });
  for (const [item, kinds] of ["aaa", "aab", "abc", "a"].entries())
    for (const [person, one] of [...kinds].entries())
      await review.say(person, item, { kind: one, correct: true });
  return review;
}

const places = ({ items }: { items: { positionInQueue: number }[] }) =>
  items.map((item) => item.positionInQueue);

test("items are listed by how far their annotators differ, most of all first", async () => {
  const review = await aDividedQueue();
  await review.decide(1, { kind: "a" });
  const found = await disagreements(review, { fieldRef: review.ref("kind") });
  expect(found.totalCount).toBe(2);
  expect(found.items).toEqual([
    {
      itemId: review.desk.id(2),
      callId: review.desk.items[2]?.callId,
      positionInQueue: 3,
      disagreement: 1,
      answers: 3,
      isDecided: false,
    },
    expect.objectContaining({ positionInQueue: 2, disagreement: expect.closeTo(2 / 3), isDecided: true }),
  ]);
  const overAll = await disagreements(review);
  expect(overAll.items.map(({ disagreement }) => disagreement)).toEqual([0.5, expect.closeTo(1 / 3)]);
  expect(places(await disagreements(review, { undecidedOnly: true }))).toEqual([3]);
  expect((await disagreements(review, { fieldRef: review.ref("correct") })).items).toEqual([]);
});

test("two raters are compared by themselves, people and judges alike", async () => {
  const review = await aDividedQueue();
  const judge = await review.judge("kind", 0, "b");
  const [ada, bo, cy] = review.desk.people.map(({ userId }) => userId);
  const between = (one = "", other = "") =>
    disagreements(review, { fieldRef: review.ref("kind"), raters: [one, other] }).then(places);
  expect(await between(ada, bo)).toEqual([3]);
  expect(await between(ada, cy)).toEqual([2, 3]);
  expect(await between(ada, judge)).toEqual([1]);
  expect(places(await disagreements(review, { includeJudges: false }))).toEqual([3, 2]);
});

test("pages follow each other and know how many there are", async () => {
  const review = await aReview(api, { items: 5, people: 2 });
  for (const item of [0, 1, 2, 3, 4])
    for (const person of [0, 1]) await review.say(person, item, { correct: person === 0 });
  const pages = [0, 2, 4, 6].map((offset) => disagreements(review, { limit: 2, offset }));
  expect((await Promise.all(pages)).map(places)).toEqual([[1, 2], [3, 4], [5], []]);
  expect((await disagreements(review, { limit: 1 })).totalCount).toBe(5);
});
