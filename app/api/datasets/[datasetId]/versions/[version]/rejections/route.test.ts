import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  aVersionIn,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryDatasetRejections, (place) => aVersionIn(api, place));

test("what became no row says which item, why, and what that means", async () => {
  const review = await anIntentQueue(api, { items: 4, people: 3 });
  const { desk } = review;
  for (const person of [0, 1, 2]) await review.say(person, 0, { intent: "refund" });
  for (const person of [0, 1]) await review.say(person, 1, { intent: "account" });
  for (const [person, intent] of ["refund", "refund", "account"].entries())
    await review.say(person, 2, { intent });
  const consensus = { rule: "majority", min_answers: 3, min_share: 0.7 };
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, { consensus }));
  await aVersion(api, desk, datasetId);
  const at = { projectId: desk.projectId, datasetId, version: "v0", limit: 50, offset: 0 };
  const { rejections, reasons, totalCount } = await api.call(
    desk.caller,
    contract.queryDatasetRejections,
    at,
  );
  expect(totalCount).toBe(3);
  const items = await api.db.prisma.queueItem.findMany({ where: { queueId: desk.queueId } });
  const of = (at: number) => ({
    ...{ source: 0, itemId: desk.id(at), words: "", place: null, sameAs: null },
    callId: items.find(({ id }) => id === desk.id(at))?.callId,
  });
  expect(rejections).toEqual([
    { ...of(1), reason: "too_few_answers", detail: "2 of 3" },
    { ...of(2), reason: "disagreement", detail: '2 of 3 said "refund"' },
    { ...of(3), reason: "open", detail: "" },
  ]);
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ["open", 1],
    ["too_few_answers", 1],
    ["disagreement", 1],
  ]);
  const one = await api.call(desk.caller, contract.queryDatasetRejections, { ...at, reason: "disagreement" });
  expect(one).toMatchObject({ totalCount: 1, rejections: [{ itemId: desk.id(2) }] });
});
