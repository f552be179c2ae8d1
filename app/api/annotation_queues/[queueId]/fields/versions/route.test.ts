import { expect, test } from "vitest";
import { changeQueueField, queryFieldVersions } from "#lib/contract/annotation/queue-fields.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryFieldVersions, async (place) => {
  const { item_id: _, ...at } = await anItemIn(api, place);
  return at;
});

test("the versions of a field are counted from 0, each with the answers that were given under it", async () => {
  const review = await aReview(api, {
    items: 2,
    fields: { tone: { type: "string", enum: ["kind", "rude"] } },
  });
  await review.say(0, 0, { tone: "rude" });
  await review.say(0, 1, { tone: "kind" });
  const { fieldRef } = await api.call(review.desk.caller, changeQueueField, {
    ...review.at,
    fieldRef: review.ref("tone"),
    name: "Is it kind?",
  });
  const again = review.onCall(0, "wandb.annotation.tone", { value: "kind" }, { annotationRef: fieldRef });
  await review.desk.answer(review.desk.person(1), 0, { feedback: [again] });
  const response = await api.send(review.desk.caller, {
    path: `/annotation_queues/${review.desk.queueId}/fields/versions`,
    body: { project_id: review.desk.projectId },
  });
  const made = { created_by: review.desk.caller.name, created_at: expect.stringMatching(/Z$/) };
  expect(await response.json()).toEqual({
    fields: [
      {
        ref: fieldRef,
        asked_again: 0,
        versions: [
          { ref: fieldRef, version: 1, name: "Is it kind?", answers: 1, ...made },
          { ref: review.ref("tone"), version: 0, name: "tone", answers: 2, ...made },
        ],
      },
    ],
  });
});
