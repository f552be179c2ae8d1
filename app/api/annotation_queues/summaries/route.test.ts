import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { getQueueBurnUp } from "#lib/contract/annotation/queue-quality.ts";
import { deleteQueue, removeQueueItem, updateItemProgress } from "#lib/contract/annotation/queues.ts";
import { columns, int } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aDesk, aQueueIn, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.summarizeQueues, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_ids: [queueId] };
});

async function summaryOf({ projectId, queueId, caller }: DeskPlace, asker: Caller = caller) {
  const { summaries } = await api.call(asker, contract.summarizeQueues, { projectId, queueIds: [queueId] });
  return summaries[0] ?? expect.unreachable("the queue has a summary");
}

test("answers are counted against the number that items want, in raw JSON", async () => {
  const desk = await aDesk(api, { items: 4, people: 3, settings: { annotatorsPerItem: 2 } });
  const [ada, bo, cy] = [desk.person(0), desk.person(1), desk.person(2)];
  await desk.answer(ada, 0);
  await desk.answer(bo, 0, { isFlagged: true });
  await desk.answer(ada, 1);
  await desk.answer(bo, 1, { annotationState: "skipped" });
  await desk.reserve(cy, { itemId: desk.id(2), count: 1 });
  const body = { project_id: desk.projectId, queue_ids: [desk.queueId] };
  const response = await api.send(ada, { path: "/annotation_queues/summaries", body });
  expect(await response.json()).toEqual({
    summaries: [
      {
        queue_id: desk.queueId,
        total_items: 4,
        asked_by_runs: 0,
        done_items: 1,
        started_items: 1,
        wanted_answers: 8,
        given_answers: 3,
        extra_answers: 0,
        skips: 1,
        flags: 1,
        left_for_me: 2,
        done_by_me: 2,
        skipped_by_me: 0,
        people_here: [{ annotator_user_id: cy.userId, name: cy.name }],
        annotators: 2,
        answers_last_hour: 3,
        answers_per_hour: null,
        hours_left: null,
        last_activity: expect.stringMatching(/Z$/),
      },
    ],
  });
  expect((await summaryOf(desk, bo)).leftForMe).toBe(2);
  expect((await summaryOf(desk, cy)).leftForMe).toBe(3);
  await desk.expireReservations();
  expect(await summaryOf(desk)).toMatchObject({ peopleHere: [], startedItems: 1 });
});

test("an overlap share wants several answers of some items and one of the others, as the database deals them out", async () => {
  const desk = await aDesk(api, { items: 40, settings: { annotatorsPerItem: 3, overlapShare: 0.5 } });
  const [row] = await api.db.query(sql`
    select ${columns({ wanted: int(sql`sum(answers_wanted(3, 0.5, id))`) })} from queue_item where queue_id = ${desk.queueId}`);
  expect(row?.wanted).toBeGreaterThan(40);
  expect(row?.wanted).toBeLessThan(120);
  expect((await summaryOf(desk)).wantedAnswers).toBe(row?.wanted);
});

test("where everybody is asked, one answer is enough, and there is no forecast", async () => {
  const desk = await aDesk(api, { items: 2, people: 2 });
  await desk.answer(desk.person(0), 0);
  expect(await summaryOf(desk, desk.person(0))).toMatchObject({
    doneItems: 1,
    wantedAnswers: null,
    hoursLeft: null,
    leftForMe: 1,
  });
  expect((await summaryOf(desk, desk.person(1))).leftForMe).toBe(2);
});

test("what was dropped is done and wants no more; removed items are not counted at all", async () => {
  const settings = { annotatorsPerItem: 2, skipPolicy: "drop" } as const;
  const desk = await aDesk(api, { items: 3, people: 2, settings });
  await desk.answer(desk.person(0), 0);
  await desk.answer(desk.person(1), 0, { annotationState: "skipped" });
  await desk.answer(desk.person(0), 1);
  await api.call(desk.caller, removeQueueItem, { ...desk.at, itemId: desk.id(1) });
  expect(await summaryOf(desk)).toMatchObject({
    totalItems: 2,
    doneItems: 1,
    startedItems: 0,
    wantedAnswers: 3,
    givenAnswers: 1,
    annotators: 2,
  });
});

test("a skipped item is left for who skipped it only where the queue brings it back", async () => {
  for (const [skipPolicy, left] of [
    ["me", 1],
    ["others", 0],
  ] as const) {
    const desk = await aDesk(api, { items: 1, people: 1, settings: { skipPolicy } });
    await desk.answer(desk.person(0), 0, { annotationState: "skipped" });
    const mine = await summaryOf(desk, desk.person(0));
    expect(mine).toMatchObject({ leftForMe: left, doneByMe: 0, skippedByMe: 1 - left });
  }
});

test("people who may not annotate the queue have nothing left, and others' items are not counted as one's own", async () => {
  const desk = await aDesk(api, { items: 2, people: 2 });
  await api.call(desk.caller, contract.changeItems, {
    ...desk.at,
    action: "assign",
    itemIds: [desk.id(0)],
    assignedTo: desk.person(1).userId,
  });
  expect((await summaryOf(desk, desk.person(0))).leftForMe).toBe(1);
  expect((await summaryOf(desk, await api.aCaller(desk.project, "viewer"))).leftForMe).toBe(0);
  await desk.set({ annotatorIds: [desk.person(0).userId] });
  expect((await summaryOf(desk)).leftForMe).toBe(0);
});

test("the rate and the hours left count the time in which people answered, even if it is four minutes; a night in between does not count", async () => {
  const review = await aReview(api, { items: 20, people: 1, settings: { annotatorsPerItem: 1 } });
  const answer = async (item: number, minutesAgo: number) => {
    await review.say(0, item, { correct: true });
    await api.db.query(sql`
      update item_progress set finished_at = now() - make_interval(mins => ${minutesAgo}::int)
      where item_id = ${review.desk.id(item)}`);
  };
  for (const item of [0, 1, 2, 3]) await answer(item, 1444 - item);
  // Three answers after another one are too few for a rate.
  expect(await summaryOf(review.desk)).toMatchObject({ answersPerHour: null, hoursLeft: null });
  for (const item of [4, 5, 6]) await answer(item, 8 - item);
  const { answersPerHour, hoursLeft } = await summaryOf(review.desk);
  // Five answers followed another one, by a minute each.
  expect(answersPerHour).toBeCloseTo(60, 0);
  expect(hoursLeft).toBeCloseTo(13 / 60, 2);
});

test("many answers at once give no rate yet", async () => {
  const review = await aReview(api, { items: 8, people: 1, settings: { annotatorsPerItem: 1 } });
  for (const item of [0, 1, 2, 3, 4, 5]) await review.say(0, item, { correct: true });
  expect(await summaryOf(review.desk)).toMatchObject({
    givenAnswers: 6,
    answersPerHour: null,
    hoursLeft: null,
  });
});

test("answers beyond those that items want are counted apart, and take no other item's place", async () => {
  const desk = await aDesk(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const complete = (n: number, item: number) =>
    api.call(desk.person(n), updateItemProgress, {
      ...desk.at,
      itemId: desk.id(item),
      annotationState: "completed",
    });
  await complete(0, 0);
  await complete(1, 0);
  await complete(0, 1);
  const counts = { doneItems: 2, wantedAnswers: 3, givenAnswers: 2, extraAnswers: 1 };
  expect(await summaryOf(desk)).toMatchObject(counts);
  const { points } = await api.call(desk.caller, getQueueBurnUp, desk.at);
  expect(points.at(-1)).toMatchObject({ given: 2, wanted: 3 });

  await desk.set({ isStrict: true });
  await expect(complete(1, 1)).rejects.toMatchObject({
    status: 409,
    code: "slot_taken",
    message: `Item ${desk.id(1)} has the 1 answer that it wants already; take another one`,
  });
  await complete(0, 1);
  await complete(1, 2);
  expect(await summaryOf(desk)).toMatchObject({ ...counts, doneItems: 3, givenAnswers: 3 });
});

test("queues come in the order asked, each once; unknown, deleted, foreign and hidden ones are left out", async () => {
  const desk = await aDesk(api, { items: 1, people: 1 });
  const { project, caller, projectId } = desk;
  const [second, deleted] = [await aQueueIn(api, desk), await aQueueIn(api, desk)];
  await api.call(caller, deleteQueue, deleted);
  const foreign = await aDesk(api);
  const queueIds = [second.queueId, "none", foreign.queueId, deleted.queueId, desk.queueId, second.queueId];
  const idsFor = async (asker: Caller) => {
    const { summaries } = await api.call(asker, contract.summarizeQueues, { projectId, queueIds });
    return summaries.map(({ queueId }) => queueId);
  };
  expect(await idsFor(caller)).toEqual([second.queueId, desk.queueId]);
  await desk.set({ annotatorIds: [caller.userId] });
  expect(await idsFor(desk.person(0))).toEqual([second.queueId]);
  expect(await idsFor(await api.aCaller(project, "viewer"))).toEqual([second.queueId, desk.queueId]);
});

test("no ids, no summaries", async () => {
  const { caller, projectId } = await aDesk(api, { items: 0 });
  expect(await api.call(caller, contract.summarizeQueues, { projectId, queueIds: [] })).toEqual({
    summaries: [],
  });
});

test("in an archived queue only the caller's reservations are left for them, and there is no forecast", async () => {
  const review = await aReview(api, { items: 6, people: 2, settings: { annotatorsPerItem: 1 } });
  const { desk } = review;
  await review.say(0, 0, { correct: true });
  await desk.reserve(desk.person(0), { count: 2 });
  await desk.reserve(desk.person(1), { count: 1 });
  await desk.set({ isArchived: true });
  expect(await summaryOf(desk)).toMatchObject({ leftForMe: 0, hoursLeft: null, totalItems: 6, doneItems: 1 });
  expect((await summaryOf(desk, desk.person(0))).leftForMe).toBe(2);
  await desk.expireReservations();
  expect((await summaryOf(desk, desk.person(0))).leftForMe).toBe(0);
});
