import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { updateItemProgress } from "#lib/contract/annotation/queues.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.sendItemBack, async (place) => {
  const at = await anItemIn(api, place);
  const item = { projectId: at.project_id, queueId: at.queue_id, itemId: at.item_id };
  await api.call(place.caller, updateItemProgress, { ...item, annotationState: "completed" });
  return { ...at, annotator_user_id: place.caller.userId, note: "Look again" };
});

test("an item that was sent back is the annotator's next one, with the note, and what they said is a draft", async () => {
  const review = await aReview(api, { items: 3, people: 2, settings: { annotatorsPerItem: 1 } });
  const { desk } = review;
  const [ada, bo] = [desk.person(0), desk.person(1)];
  await review.say(0, 1, { correct: false }, { activeMs: 500 });
  const path = `/annotation_queues/${desk.queueId}/items/${desk.id(1)}/send_back`;
  const body = { project_id: desk.projectId, annotator_user_id: ada.userId, note: "See the refund rule" };
  const response = await api.send(desk.caller, { path, body });
  expect((await response.json()).answer).toMatchObject({
    annotator_user_id: ada.userId,
    state: "unstarted",
    sent_back: "See the refund rule",
    finished_at: null,
    active_ms: 500,
    values: { [review.ref("correct")]: false },
  });
  expect(await desk.open()).toEqual([0, 1, 2]);
  expect(await desk.numbersFor(bo, 3)).toEqual([0, 2]);
  const { reserved } = await desk.reserve(ada, { count: 1 });
  expect(reserved[0]).toMatchObject({ item: { id: desk.id(1) }, own: { sentBack: "See the refund rule" } });
  const { revision } = reserved[0]?.own ?? { revision: 0 };
  await review.say(0, 1, { correct: true }, { revision });
  expect(await review.answers(1)).toEqual([
    expect.objectContaining({
      sentBack: null,
      state: "completed",
      values: { [review.ref("correct")]: true },
    }),
  ]);
  expect(await desk.open()).toEqual([0, 2]);
});

test("only what somebody has begun can be sent back to them", async () => {
  const review = await aReview(api);
  const { desk } = review;
  const send = (annotatorUserId: string) =>
    api.call(desk.caller, contract.sendItemBack, {
      ...desk.at,
      itemId: desk.id(0),
      annotatorUserId,
      note: "?",
    });
  for (const nobody of [desk.person(0).userId, "nobody"])
    await expect(send(nobody)).rejects.toMatchObject({ status: 404 });
  expect(await review.answers(0)).toEqual([]);
});
