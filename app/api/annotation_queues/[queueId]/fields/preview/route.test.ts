import { expect, test } from "vitest";
import { previewFieldChange } from "#lib/contract/annotation/queue-fields.ts";
import { updateQueue } from "#lib/contract/annotation/queues.ts";
import { anAnnotationSpec } from "#lib/testing/data/feedback-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, previewFieldChange, async (place) => {
  const { item_id: _, ...at } = await anItemIn(api, place);
  const ref = await anAnnotationSpec(api, place, { name: "tone", schema: { type: "string" } });
  await api.call(place.caller, updateQueue, {
    projectId: at.project_id,
    queueId: at.queue_id,
    scorerRefs: [ref],
  });
  return { ...at, field_ref: ref, name: "Is the tone right?" };
});

const TONE = { type: "string", enum: ["kind", "curt", "rude"] };

test("before a change the lead sees what it touches, in raw JSON, and nothing changes", async () => {
  const review = await aReview(api, { items: 3, people: 2, fields: { tone: TONE } });
  await review.say(0, 0, { tone: "rude" });
  await review.say(0, 1, { tone: "kind" });
  await review.say(1, 1, { tone: "rude" });
  await review.say(1, 2, { tone: "curt" }, { annotationState: "in_progress" });
  const send = (body: object) =>
    api.send(review.desk.caller, {
      path: `/annotation_queues/${review.desk.queueId}/fields/preview`,
      body: { project_id: review.desk.projectId, field_ref: review.ref("tone"), ...body },
    });
  const reworded = await send({ name: "Is it kind?" });
  expect([reworded.status, await reworded.json()]).toEqual([
    200,
    {
      answers: 4,
      touched_answers: 0,
      asked: { touched: 0, everyone: 3 },
      people: { touched: 0, everyone: 2 },
    },
  ]);
  const shorter = await send({ field_schema: { type: "string", enum: ["kind", "curt"] } });
  expect(await shorter.json()).toMatchObject({ touched_answers: 2, asked: { touched: 2, everyone: 3 } });
  expect((await review.answers(0, 1)).map(({ state }) => state)).toEqual([
    "completed",
    "completed",
    "completed",
  ]);
});

test("a change of the type is refused with what to do instead", async () => {
  const review = await aReview(api, { fields: { tone: TONE } });
  const change = { ...review.at, fieldRef: review.ref("tone"), fieldSchema: { type: "boolean" } };
  await expect(api.call(review.desk.caller, previewFieldChange, change)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("create a new field, and remove this one from the queue"),
  });
});

test("people who annotate the queue no more are not asked again", async () => {
  const review = await aReview(api, { items: 1, people: 2, fields: { tone: TONE } });
  await review.say(0, 0, { tone: "rude" });
  await review.say(1, 0, { tone: "rude" });
  await review.desk.set({ annotatorIds: [review.desk.person(1).userId] });
  const reply = await api.call(review.desk.caller, previewFieldChange, {
    ...review.at,
    fieldRef: review.ref("tone"),
    fieldSchema: { type: "string", enum: ["kind", "curt"] },
  });
  expect(reply).toEqual({
    answers: 2,
    touchedAnswers: 2,
    asked: { touched: 1, everyone: 1 },
    people: { touched: 1, everyone: 1 },
  });
});
