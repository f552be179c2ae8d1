import { expect, test } from "vitest";
import { queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { archiveDataset } from "#lib/contract/datasets/datasets.ts";
import { queryItemYields } from "#lib/contract/datasets/item-yields.ts";
import { createRetraction, liftRetraction } from "#lib/contract/datasets/retractions.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anItemIn } from "#lib/testing/data/queue-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { rowsOf } from "#lib/testing/guarantees/project-rows.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, queryItemYields, (place) => anItemIn(api, place));

const WHOLE = { split: { held_out: 0 }, secrets: { action: "mask" } };

function intentOf(review: ReviewPlace, item: number, value: string) {
  const more = { annotationRef: review.ref("intent"), id: crypto.randomUUID() };
  return review.onCall(item, "wandb.annotation.intent", { value }, more);
}

function correctionOf(review: ReviewPlace, item: number, text: string) {
  return review.onCall(
    item,
    "spindle.correction.1",
    { path: "output.content", text },
    { id: crypto.randomUUID() },
  );
}

test("an annotator sees the very rows that their answers become", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  await review.desk.set({ annotatorsPerItem: 1 });
  const { desk } = review;
  const corrections = {
    sources: [{ kind: "queue", queue_id: review.at.queueId, use: "corrected" }],
    ...WHOLE,
  };
  const sets = [
    await aDataset(api, desk, intentRecipe(review, { reply_template: "Intent: {{value}}" }, WHOLE), {
      name: "a-labels",
    }),
    await aDataset(api, desk, corrections, { name: "b-pairs", kind: "preference" }),
  ];
  const answers = [0, 1, 2].map((item) => [
    intentOf(review, item, item === 1 ? "none of these" : "refund"),
    ...(item === 2 ? [] : [correctionOf(review, item, `Write to person${item}@example.com`)]),
  ]);
  const before = await rowsOf(api, desk.project);
  const shown = new Map(sets.map(({ id }) => [id, [] as unknown[]]));
  for (const [item, feedback] of answers.entries()) {
    const asked = { ...review.at, itemId: desk.id(item), feedback, isFlagged: false };
    const { yields } = await api.call(desk.person(0), queryItemYields, asked);
    expect(yields.map(({ name, kind, isShared }) => [name, kind, isShared])).toEqual([
      ["a-labels", "sft", false],
      ["b-pairs", "preference", false],
    ]);
    for (const { datasetId, rows } of yields) shown.get(datasetId)?.push(...rows);
  }
  expect(await rowsOf(api, desk.project)).toEqual(before);
  for (const [item, feedback] of answers.entries())
    if (item !== 1) await desk.answer(desk.person(0), item, { feedback });
  await desk.answer(desk.person(0), 1, { feedback: answers[1]?.slice(1) ?? [] });
  for (const { id } of sets) {
    await aVersion(api, desk, id);
    const at = { projectId: desk.projectId, datasetId: id, version: "latest", limit: 50, offset: 0 };
    const { rows } = await api.call(desk.caller, queryDatasetRows, at);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ row: { split: _, ...row } }) => row)).toEqual(shown.get(id));
  }
});

test("what others said and what was decided is neither used nor shown", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 2 });
  const { desk } = review;
  await desk.set({ annotatorsPerItem: 2 });
  await aDataset(api, desk, intentRecipe(review, { consensus: { rule: "weighted" } }, WHOLE), {
    name: "weighed",
  });
  await aDataset(api, desk, intentRecipe(review, { consensus: { rule: "majority", min_answers: 2 } }), {
    name: "two",
  });
  await review.say(1, 0, { intent: "account" });
  await review.decide(0, { intent: "delivery" }, { isGold: true });
  const asked = { ...review.at, itemId: desk.id(0), feedback: [intentOf(review, 0, "refund")] };
  const reply = await api.call(desk.person(0), queryItemYields, { ...asked, isFlagged: false });
  expect(JSON.stringify(reply)).not.toMatch(/account|delivery/);
  expect(reply.yields).toMatchObject([
    { name: "two", rows: [], rejections: [{ reason: "too_few_answers", detail: "1 of 2" }], isShared: true },
    { name: "weighed", rows: [{ messages: [{}, { content: "refund" }] }], rejections: [], isShared: true },
  ]);
  const flagged = await api.call(desk.person(0), queryItemYields, { ...asked, isFlagged: true });
  expect(flagged.yields.map(({ rejections }) => rejections.map(({ reason }) => reason))).toEqual([
    ["flagged"],
    ["flagged"],
  ]);
});

test("datasets that are archived or read another queue are left out, and a foreign item is not found", async () => {
  const [review, other] = [
    await anIntentQueue(api, { items: 1, people: 1 }),
    await anIntentQueue(api, { items: 1 }),
  ];
  const { desk } = review;
  const { id } = await aDataset(api, desk, intentRecipe(review), { name: "put-away" });
  await api.call(desk.caller, archiveDataset, { projectId: desk.projectId, datasetId: id });
  const asked = { ...review.at, feedback: [], isFlagged: false };
  expect(await api.call(desk.person(0), queryItemYields, { ...asked, itemId: desk.id(0) })).toEqual({
    yields: [],
  });
  const foreign = api.call(desk.person(0), queryItemYields, { ...asked, itemId: other.desk.id(0) });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});

test("an answer that a retraction means yields nothing and says why, as a build rejects it", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 2 });
  const { desk } = review;
  await aDataset(api, desk, intentRecipe(review, {}, WHOLE), { name: "labels" });
  const yieldsOf = async (person: number, item: number, value: string | null = "refund") => {
    const asked = { ...review.at, itemId: desk.id(item), isFlagged: false };
    const said = { ...asked, feedback: value === null ? [] : [intentOf(review, item, value)] };
    const { yields } = await api.call(desk.person(person), queryItemYields, said);
    return yields.map(({ rows, rejections }) => [rows.length, rejections.map(({ reason }) => reason)]);
  };
  const retract = async (named: Partial<InputOf<typeof createRetraction>>) => {
    const all = { itemIds: [], feedbackIds: [], reason: "", preview: false, ...named };
    const { retraction } = await api.call(desk.caller, createRetraction, {
      projectId: desk.projectId,
      ...all,
    });
    return retraction?.id ?? "";
  };
  const lift = (retractionId: string) =>
    api.call(desk.caller, liftRetraction, { projectId: desk.projectId, retractionId });
  const [one, none] = [[[1, []]], [[0, ["retracted"]]]];
  const annotatorUserId = desk.person(0).userId;
  const ofAll = await retract({ annotatorUserId });
  expect([await yieldsOf(0, 0), await yieldsOf(0, 1), await yieldsOf(1, 0)]).toEqual([none, none, one]);
  // Before anything is said, so that nobody answers a hundred items first.
  expect([await yieldsOf(0, 0, null), await yieldsOf(1, 0, null)]).toEqual([none, [[0, ["no_answer"]]]]);
  await lift(ofAll);
  expect(await yieldsOf(0, 0)).toEqual(one);
  const ofItem = await retract({ itemIds: [desk.id(0)] });
  expect([await yieldsOf(0, 0), await yieldsOf(1, 0), await yieldsOf(0, 1)]).toEqual([none, none, one]);
  await lift(ofItem);
  // What has ended means nothing that is said from now on.
  await retract({ annotatorUserId, until: new Date().toISOString() });
  expect(await yieldsOf(0, 0)).toEqual(one);
});
