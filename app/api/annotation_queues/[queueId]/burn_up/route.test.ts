import { expect, test } from "vitest";
import { summarizeQueues } from "#lib/contract/annotation/queue-lead.ts";
import * as contract from "#lib/contract/annotation/queue-quality.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getQueueBurnUp, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

/** A queue that was made with its items so long ago. */
async function aQueueOf(age: string, settings: { annotatorsPerItem?: number } = {}): Promise<ReviewPlace> {
  const review = await aReview(api, { items: 6, people: 2, settings });
  const { queueId } = review.desk;
  await api.db.query(sql`
    update annotation_queue set created_at = now() - ${age}::interval where id = ${queueId}`);
  await api.db.query(
    sql`update queue_item set created_at = now() - ${age}::interval where queue_id = ${queueId}`,
  );
  return review;
}

function burnUp({ desk }: ReviewPlace) {
  return api.call(desk.caller, contract.getQueueBurnUp, desk.at);
}

test("answers grow from bucket to bucket towards what is wanted, without gaps, up to now", async () => {
  const review = await aQueueOf("5 hours", { annotatorsPerItem: 2 });
  for (const item of [0, 1, 2]) await review.say(0, item, { correct: true });
  await review.wasAgo(0, "3 hours");
  for (const item of [0, 1]) await review.say(1, item, { correct: true });
  const { unit, bucketSeconds, begunAt, firstAnswerAt, points, forecast } = await burnUp(review);
  expect(unit).toBe("answer");
  expect(bucketSeconds).toBe(3600);
  const hoursAgo = (at: Date | null) => Math.round((Date.now() - (at?.getTime() ?? 0)) / 3_600_000);
  expect([hoursAgo(begunAt), hoursAgo(firstAnswerAt)]).toEqual([5, 3]);
  expect(points.length).toBeGreaterThanOrEqual(6);
  expect(points.length).toBeLessThanOrEqual(7);
  expect(points.map(({ given }) => given).slice(-5)).toEqual([0, 3, 3, 3, 5].slice(-5));
  expect(new Set(points.map(({ wanted }) => wanted))).toEqual(new Set([12]));
  const times = points.map(({ at }) => at.getTime());
  for (const [index, time] of times.entries())
    if (index > 0 && index < times.length - 1) expect(time - (times[index - 1] ?? 0)).toBe(3_600_000);
  expect(Math.abs(Date.now() - (times.at(-1) ?? 0))).toBeLessThan(60_000);
  // Two hours of answers cannot predict the pauses.
  expect(forecast).toEqual({ early: null, middle: null, late: null, answersPerHour: null });
  await api.db.query(sql`
    update item_progress set finished_at = finished_at - interval '90 minutes'
    where item_id = ${review.desk.id(1)} and annotator_id = ${review.desk.person(1).userId}`);
  const later = (await burnUp(review)).forecast;
  // Five answers in the three hours since the first; seven are left.
  expect(later.answersPerHour).toBeCloseTo(5 / 3, 2);
  const hours = ((later.middle?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeCloseTo(7 / (later.answersPerHour ?? 0), 1);
  expect([later.early, later.late]).not.toContain(null);
});

test("items that are added later are wanted from then on", async () => {
  const review = await aQueueOf("4 hours", { annotatorsPerItem: 1 });
  await api.db.query(sql`update queue_item set created_at = now() where id = ${review.desk.id(5)}`);
  const { points } = await burnUp(review);
  expect([points[0]?.wanted, points.at(-1)?.wanted]).toEqual([5, 6]);
});

test.each([
  ["2 days", 3600],
  ["20 days", 86_400],
  ["3 years", 604_800],
])("a queue of %s has buckets of %d seconds", async (age, bucketSeconds) => {
  const found = await burnUp(await aQueueOf(age));
  expect(found.bucketSeconds).toBe(bucketSeconds);
  expect(found.points.length).toBeLessThan(200);
});

test("where everybody is asked, items count as soon as they are done: answered by anyone, or dropped", async () => {
  const review = await aQueueOf("1 hour");
  for (const person of [0, 1])
    for (const item of [0, 1, 2, 3]) await review.say(person, item, { correct: true });
  const { desk } = review;
  await desk.answer(desk.person(1), 4, { annotationState: "skipped" });
  const counts = async () => {
    const { unit, points } = await burnUp(review);
    const { given, wanted } = points.at(-1) ?? expect.unreachable("the queue has items");
    const input = { projectId: desk.projectId, queueIds: [desk.queueId] };
    const { summaries } = await api.call(desk.caller, summarizeQueues, input);
    expect(summaries).toMatchObject([{ doneItems: given, totalItems: wanted }]);
    return { unit, given, wanted };
  };
  expect(await counts()).toEqual({ unit: "item", given: 4, wanted: 6 });
  await desk.set({ skipPolicy: "drop" });
  expect(await counts()).toEqual({ unit: "item", given: 5, wanted: 6 });
});

test("an archived queue has no forecast; its answers stay", async () => {
  const review = await aQueueOf("5 hours", { annotatorsPerItem: 1 });
  await review.say(0, 0, { correct: true });
  await review.desk.set({ isArchived: true });
  const { points, forecast } = await burnUp(review);
  expect(points.at(-1)).toMatchObject({ given: 1, wanted: 6 });
  expect(forecast).toMatchObject({ early: null, middle: null, late: null });
});

test("there is no forecast before the first answer, or once all is done", async () => {
  const review = await aQueueOf("1 hour", { annotatorsPerItem: 1 });
  const nothing = { early: null, middle: null, late: null };
  expect((await burnUp(review)).forecast).toEqual({ ...nothing, answersPerHour: null });
  for (const item of [0, 1, 2, 3, 4, 5]) await review.say(0, item, { correct: true });
  expect((await burnUp(review)).forecast).toMatchObject(nothing);
});
