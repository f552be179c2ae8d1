import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queue-lead.ts";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import { anAnnotationSpec } from "#lib/testing/data/feedback-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import { aReview, aReviewOfPairs, ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function decidable(place: Place) {
  const ref = await anAnnotationSpec(api, place, { name: "tone", schema: { type: "integer" } });
  return { ...(await anItemIn(api, place)), values: { [ref]: 4 }, method: "adopted" };
}

routeGuarantees(api, contract.decideItem, decidable);
routeGuarantees(api, contract.undecideItem, (place) => anItemIn(api, place));

const FIELDS = { tone: { type: "integer", minimum: 1, maximum: 5 }, why: { type: "string" } };

test("a decision is kept with who made it, seen by the list of items, and replaced by the next one", async () => {
  const review = await aReview(api, { fields: FIELDS });
  const { desk } = review;
  const path = `/annotation_queues/${desk.queueId}/items/${desk.id(0)}/decision`;
  const values = { [review.ref("tone")]: 4, [review.ref("why").replace("weave", "other")]: "because" };
  const body = { project_id: desk.projectId, values, method: "written", note: "see the rule", is_gold: true };
  const response = await api.send(desk.caller, { path, body });
  expect(await response.json()).toEqual({
    decision: {
      item_id: desk.id(0),
      values: { [review.ref("tone")]: 4, [review.ref("why")]: "because" },
      method: "written",
      note: "see the rule",
      is_gold: true,
      decided_by: desk.caller.userId,
      name: desk.caller.name,
      decided_at: expect.stringMatching(/Z$/),
    },
  });
  const second = await api.aCaller(desk.project, "admin");
  const input = {
    ...desk.at,
    itemId: desk.id(0),
    values: {},
    method: "merged",
    note: "",
    isGold: false,
  } as const;
  const { decision } = await api.call(second, contract.decideItem, input);
  expect(decision).toMatchObject({ values: {}, method: "merged", isGold: false, decidedBy: second.userId });
  const filter = { isDecided: true };
  const { items } = await api.call(desk.caller, queryQueueItems, { ...desk.at, filter });
  expect(items.map(({ id }) => id)).toEqual([desk.id(0)]);
});

test("values are held against the schemas of their fields, and each that does not fit is named", async () => {
  const review = await aReview(api, { fields: FIELDS });
  const foreign = await aReview(api, { fields: FIELDS });
  const unknown = review.ref("tone").replace("tone", "tune");
  await expect(
    review.decide(0, { tone: 9, why: "fine", [unknown]: 1, [foreign.ref("tone")]: 1, "no ref": 1 }),
  ).rejects.toMatchObject({
    status: 422,
    problems: [review.ref("tone"), unknown, foreign.ref("tone"), "no ref"].map((ref) =>
      expect.objectContaining({ type: "value_error", loc: ["body", "values", ref] }),
    ),
  });
  expect((await review.answers(0)).length).toBe(0);
});

test("a field whose spec nobody can read cannot be decided", async () => {
  const { desk } = await aReview(api, { fields: FIELDS });
  const never = `weave:///${desk.projectId}/object/never:v0`;
  await desk.set({ scorerRefs: [never] });
  const review = new ReviewPlace(desk, new Map([["never", never]]));
  await expect(review.decide(0, { never: 3 })).rejects.toMatchObject({ status: 422 });
});

test("a pair is decided by its verdict; other items have none", async () => {
  const pairs = await aReviewOfPairs(api, { items: 1 });
  const { decision } = await pairs.decide(0, { "spindle.preference.1": "both_bad" });
  expect(decision.values).toEqual({ "spindle.preference.1": "both_bad" });
  const single = await aReview(api);
  const wrong = [
    () => pairs.decide(0, { "spindle.preference.1": "left" }),
    () => single.decide(0, { "spindle.preference.1": "tie" }),
  ];
  for (const decide of wrong)
    await expect(decide()).rejects.toMatchObject({
      status: 422,
      problems: [expect.objectContaining({ loc: ["body", "values", "spindle.preference.1"] })],
    });
});

test("an undone decision is gone, and undoing it again says so", async () => {
  const review = await aReview(api);
  await review.decide(0, { correct: true });
  const at = { ...review.at, itemId: review.desk.id(0) };
  expect(await api.call(review.desk.caller, contract.undecideItem, at)).toEqual({ wasDecided: true });
  expect(await api.call(review.desk.caller, contract.undecideItem, at)).toEqual({ wasDecided: false });
  const events = await api.db.prisma.auditEvent.findMany({
    where: { projectId: review.desk.project.id, target: review.desk.id(0) },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action }) => action)).toEqual(["queue_item.decided", "queue_item.undecided"]);
});

test("an item of another queue is not found", async () => {
  const [review, other] = [await aReview(api), await aReview(api)];
  const at = { ...review.at, itemId: other.desk.id(0) };
  await expect(api.call(review.desk.caller, contract.undecideItem, at)).rejects.toMatchObject({
    status: 404,
  });
  const decision = { ...at, values: {}, method: "adopted", note: "", isGold: false } as const;
  await expect(api.call(review.desk.caller, contract.decideItem, decision)).rejects.toMatchObject({
    status: 404,
  });
});
