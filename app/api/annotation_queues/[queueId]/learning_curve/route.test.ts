import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-learning.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { aTopicQueue, clearWords, record } from "#lib/testing/learning/learning-data.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getLearningCurve, async (place) => {
  const { projectId, queueId } = await aQueueIn(api, place);
  return { project_id: projectId, queue_id: queueId };
});

test("the curve of a field is measured on answers that were held out, whatever the order of the queue", async () => {
  const review = await aTopicQueue(api);
  const { desk } = review;
  await record(api, review, clearWords(39));
  expect(await api.call(desk.caller, contract.getLearningCurve, desk.at)).toEqual({ fields: [] });
  await record(api, review, clearWords(41));
  const { fields } = await api.call(desk.caller, contract.getLearningCurve, desk.at);
  expect(fields).toEqual([
    {
      ref: review.ref("topic"),
      name: "topic",
      // By Wilson's formula, of 80 of 80.
      points: [15, 30, 45, 60].map((answers) => ({
        ...{ answers, accuracy: 1, items: 80 },
        ...{ low: expect.closeTo(0.9542, 3), high: 1 },
      })),
      expected: null,
    },
  ]);
});
