import { expect, test } from "vitest";
import { anIntentQueue } from "#lib/testing/data/dataset-data.ts";
import { aWitness } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { reportLowAgreement } from "./report-low-agreement.ts";

const api = startHarness();

const ITEMS = 12;

test("agreement that falls below the bar of a queue is reported once, and again only after it was enough", async () => {
  const review = await anIntentQueue(api, { items: ITEMS, people: 2 });
  const { reported } = await aWitness(api, ["queue.agreement_low"], review.desk.project);
  await review.desk.set({ minAgreement: 0.8 });
  const look = async () => {
    for (const _ of [1, 2]) await reportLowAgreement(api.db);
    return (await reported()).length;
  };
  const revisions = [0, 0].map(() => new Map<number, number>());
  const say = async (person: number, item: number, intent: string) => {
    const revision = revisions[person]?.get(item) ?? 0;
    await review.say(person, item, { intent, good: true }, { revision });
    revisions[person]?.set(item, revision + 1);
  };
  const answer = (item: number) => (item % 2 === 0 ? "refund" : "delivery");
  expect(await look()).toBe(0);
  // The second person says the same once and the other thing from then on.
  for (let item = 0; item < ITEMS; item++) await say(0, item, answer(item));
  await say(1, 0, answer(0));
  await say(1, 1, answer(0));
  expect(await look(), "two answers say little").toBe(0);
  for (let item = 2; item < ITEMS; item++) await say(1, item, answer(item + 1));
  expect(await look()).toBe(1);
  expect(await reported()).toEqual([
    {
      type: "queue.agreement_low",
      data: {
        project_id: review.at.projectId,
        queue_id: review.at.queueId,
        field_refs: [review.ref("intent")],
      },
    },
  ]);
  await say(1, 2, answer(3));
  expect(await look(), "it is still low").toBe(1);

  for (let item = 0; item < ITEMS; item++) await say(1, item, answer(item));
  expect(await look(), "it is enough again").toBe(1);
  for (let item = 0; item < ITEMS; item++) await say(1, item, answer(item + 1));
  expect(await look()).toBe(2);
});

test("a queue without a bar is not looked at", async () => {
  const review = await anIntentQueue(api, { items: ITEMS, people: 2 });
  const { reported } = await aWitness(api, ["queue.agreement_low"], review.desk.project);
  for (let item = 0; item < ITEMS; item++) {
    await review.say(0, item, { intent: "refund" });
    await review.say(1, item, { intent: item % 2 ? "refund" : "delivery" });
  }
  await reportLowAgreement(api.db);
  expect(await reported()).toEqual([]);
  await review.desk.set({ minAgreement: 0.5 });
  await reportLowAgreement(api.db);
  expect(await reported()).toHaveLength(1);
});
