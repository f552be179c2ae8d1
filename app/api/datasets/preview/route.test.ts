import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { aCorrectedItemIn, anIntentQueue, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { rowsOf } from "#lib/testing/guarantees/project-rows.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.previewDataset, async (place) => ({
  ...(await aCorrectedItemIn(api, place)),
  kind: "sft",
}));

async function preview(review: Awaited<ReturnType<typeof anIntentQueue>>, recipe: unknown, limit = 10) {
  const { desk } = review;
  const body = { project_id: desk.projectId, kind: "sft", recipe, limit };
  const response = await api.send(desk.caller, { path: "/datasets/preview", body });
  return { status: response.status, body: await response.json() };
}

test("a preview shows rows, counts and reasons, and stores nothing", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 2 });
  await review.say(0, 0, { intent: "refund" });
  await review.say(0, 1, { intent: "refund" });
  await review.say(1, 1, { intent: "account" });
  await review.desk.answer(review.desk.person(0), 2, { annotationState: "skipped" });
  const before = await rowsOf(api, review.desk.project);
  const { status, body } = await preview(review, intentRecipe(review, {}, { split: { held_out: 0 } }), 1);
  expect(status).toBe(200);
  expect(body.rows).toEqual([
    {
      split: "train",
      row: {
        row_id: `${review.desk.id(0)}/labels/intent`,
        split: "train",
        weight: 1,
        messages: [
          { role: "user", content: "Question 0: where is parcel 0?" },
          { role: "assistant", content: "refund" },
        ],
      },
    },
  ]);
  expect(body.counts).toMatchObject({
    items: 4,
    candidates: 4,
    train: 1,
    held_out: 0,
    rejected: 3,
    rejected_by: { tie: 1, skipped: 1, open: 1 },
    answers: 3,
    expected_wrong_share: null,
  });
  expect(body.is_sampled).toBe(false);
  expect(await rowsOf(api, review.desk.project)).toEqual(before);
});

test("people can only be weighed where some items were answered by several", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  for (const item of [0, 1]) await review.say(item, item, { intent: "refund" });
  const weighted = intentRecipe(review, { consensus: { rule: "weighted" } }, { weights: "posterior" });
  expect(await preview(review, weighted)).toMatchObject({ status: 409, body: { code: "no_overlap" } });
  await review.say(1, 0, { intent: "refund" });
  const { status, body } = await preview(review, weighted);
  expect(status).toBe(200);
  expect(body.counts.annotators.map(({ accuracy }: { accuracy: number }) => accuracy > 0.5)).toEqual([
    true,
    true,
  ]);
  expect(body.counts.expected_wrong_share).toBeGreaterThan(0);
  for (const { row } of body.rows) expect(row.weight).toBeLessThan(1);
});
