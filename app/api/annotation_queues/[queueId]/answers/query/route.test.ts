import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { removeQueueItem } from "#lib/contract/annotation/queues.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview, aReviewOfPairs } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryItemAnswers, async (place) => {
  const { item_id, ...at } = await anItemIn(api, place);
  return { ...at, item_ids: [item_id] };
});

test("what annotators, judges and leads said of an item stands side by side, in raw JSON", async () => {
  const review = await aReview(api, { items: 1 });
  const { desk } = review;
  const [ada, bo] = [desk.person(0), desk.person(1)];
  const notes = ["first", "second"].map((note) => review.onCall(0, "wandb.note.1", { note }));
  const more = [
    review.onCall(0, "wandb.reaction.1", { emoji: "🎉" }),
    review.onCall(0, "spindle.correction.1", { path: "output", text: "Better" }),
  ];
  const annotation = review.onCall(
    0,
    "wandb.annotation.correct",
    { value: true },
    { annotationRef: review.ref("correct") },
  );
  await desk.answer(ada, 0, {
    feedback: [annotation, ...notes, ...more],
    activeMs: 1500,
    isFlagged: true,
    flagNote: "odd",
  });
  await desk.answer(bo, 0, { annotationState: "skipped", skipReason: "no idea" });
  await review.judge("strict", 0, { correct: false });
  await review.judge("strict", 0, { correct: true, why: "on second thoughts" });
  const { decision } = await review.decide(0, { correct: true }, { isGold: true, note: "clear" });

  const response = await api.send(desk.caller, {
    path: `/annotation_queues/${desk.queueId}/answers/query`,
    body: { project_id: desk.projectId, item_ids: [desk.id(0)] },
  });
  const body = await response.json();
  expect(body.answers.find((answer: { name: string }) => answer.name === ada.name)).toEqual({
    item_id: desk.id(0),
    annotator_user_id: ada.userId,
    name: ada.name,
    state: "completed",
    skip_reason: null,
    is_flagged: true,
    flag_note: "odd",
    sent_back: null,
    active_ms: 1500,
    finished_at: expect.stringMatching(/Z$/),
    values: { [review.ref("correct")]: true },
    notes: ["first", "second"],
    reactions: ["🎉"],
    earlier_versions: {},
    correction: "Better",
    preference: null,
  });
  expect(body.answers).toContainEqual(
    expect.objectContaining({
      annotator_user_id: bo.userId,
      state: "skipped",
      skip_reason: "no idea",
      values: {},
    }),
  );
  expect(body.judgements).toEqual([
    {
      item_id: desk.id(0),
      judge: `weave:///${desk.projectId}/object/strict:v0`,
      output: { correct: true, why: "on second thoughts" },
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect(body.decisions).toEqual([
    {
      item_id: desk.id(0),
      values: { [review.ref("correct")]: true },
      method: "adopted",
      note: "clear",
      is_gold: true,
      decided_by: desk.caller.userId,
      name: desk.caller.name,
      decided_at: decision.decidedAt.toISOString(),
    },
  ]);
});

test("the latest value of a field stands; what was said in another queue, or by somebody who took it back, does not", async () => {
  const review = await aReview(api, { items: 2 });
  const elsewhere = await aReview(api, { items: 1 });
  await review.say(0, 0, { correct: false });
  await review.say(0, 0, { correct: true }, { revision: 1 });
  await review.say(1, 1, { correct: true });
  await review.say(1, 1, {}, { revision: 1, annotationState: "unstarted" });
  await elsewhere.say(0, 0, { correct: false });
  expect(await review.answers(0, 1)).toEqual([
    expect.objectContaining({
      annotatorUserId: review.desk.person(0).userId,
      values: { [review.ref("correct")]: true },
    }),
  ]);
  const { caller } = review.desk;
  const foreign = { ...review.at, itemIds: [elsewhere.desk.id(0)] };
  expect(await api.call(caller, contract.queryItemAnswers, foreign)).toEqual({
    answers: [],
    judgements: [],
    decisions: [],
  });
});

test("a verdict belongs to the pair that it names, though another pair holds the same first call", async () => {
  const review = await aReviewOfPairs(api, { items: 2 });
  const [first, second] = review.desk.items;
  const pair = { callId: first?.callId ?? "", pairCallId: second?.callId ?? "" };
  await api.call(review.desk.caller, contract.addQueuePairs, {
    ...review.at,
    pairs: [pair],
    displayFields: [],
  });
  await review.prefer(0, 0, "second");
  const [answer] = await review.answers(0);
  expect(answer?.preference).toEqual({
    verdict: "second",
    second_ref: `weave:///${review.desk.projectId}/call/${first?.pairCallId}`,
    strength: null,
  });
});

test("an item that was removed has no answers any more", async () => {
  const review = await aReview(api);
  await review.say(0, 0, { correct: true });
  await api.call(review.desk.caller, removeQueueItem, { ...review.at, itemId: review.desk.id(0) });
  expect(await review.answers(0)).toEqual([]);
});

test("a queue that is not there is not found", async () => {
  const { desk } = await aReview(api);
  const asked = { projectId: desk.projectId, queueId: "none", itemIds: [] };
  await expect(api.call(desk.caller, contract.queryItemAnswers, asked)).rejects.toMatchObject({
    status: 404,
  });
});
