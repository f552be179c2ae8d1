import { expect, test } from "vitest";
import {
  queryDatasetRejections,
  queryDatasetRows,
  queryDatasetVersions,
} from "#lib/contract/datasets/dataset-versions.ts";
import { getQueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { aDataset, anIntentQueue, aTalk, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import type { ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const WHOLE = { split: { held_out: 0 } };
const PAGE = { limit: 50, offset: 0 };

/** Items 0, 1 and 2 ask the same, and people say that 1 means something else. */
async function aQueueOfCopies(): Promise<ReviewPlace> {
  const talks: typeof aTalk = (n) => aTalk(n, n < 3 ? { question: "Where is my parcel?" } : {});
  const review = await anIntentQueue(api, { items: 5, people: 1, talks });
  for (const [item, intent] of ["refund", "delivery", "refund", "account", "refund"].entries())
    await review.say(0, item, { intent });
  return review;
}

test("rows of one prompt with different labels are counted, marked and listed one prompt after another", async () => {
  const review = await aQueueOfCopies();
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, WHOLE));
  const { version } = await aVersion(api, desk, datasetId);
  // The third of the copies says what the first one says, and is its duplicate.
  expect(version.counts).toMatchObject({
    train: 4,
    rejectedBy: { duplicate: 1 },
    conflicts: { prompts: 1, rows: 2 },
  });
  const named = { projectId: desk.projectId, datasetId, version: "v0", ...PAGE };
  const rowsOf = async (more: { isConflicting?: boolean } = {}) => {
    const { rows, totalCount } = await api.call(desk.caller, queryDatasetRows, { ...named, ...more });
    return [totalCount, rows.map(({ position, conflictsWith }) => [position, ...conflictsWith])];
  };
  expect(await rowsOf()).toEqual([4, [[0, 1], [1, 0], [2], [3]]]);
  expect(await rowsOf({ isConflicting: true })).toEqual([
    2,
    [
      [0, 1],
      [1, 0],
    ],
  ]);
  expect(await rowsOf({ isConflicting: false })).toEqual([2, [[2], [3]]]);

  const { readiness } = await api.call(desk.caller, getQueueReadiness, { ...desk.at, datasetId });
  expect(readiness?.build?.conflicts).toEqual([
    {
      asked: "Where is my parcel?",
      rows: [
        { source: 0, itemId: desk.id(0), label: "refund" },
        { source: 0, itemId: desk.id(1), label: "delivery" },
      ],
    },
  ]);
});

test("a recipe may leave out all rows of a prompt whose labels differ", async () => {
  const review = await aQueueOfCopies();
  const { desk } = review;
  const { id: datasetId } = await aDataset(
    api,
    desk,
    intentRecipe(review, {}, { ...WHOLE, on_conflict: "reject" }),
  );
  const { version } = await aVersion(api, desk, datasetId);
  expect(version.counts).toMatchObject({
    ...{ train: 2, rejected: 3, rejectedBy: { duplicate: 1, conflict: 2 } },
    conflicts: { prompts: 0, rows: 0 },
  });
  const named = { projectId: desk.projectId, datasetId, version: "v0", reason: "conflict" as const, ...PAGE };
  const { rejections } = await api.call(desk.caller, queryDatasetRejections, named);
  expect(rejections.map(({ itemId, detail }) => [itemId, detail])).toEqual([
    [desk.id(0), "refund"],
    [desk.id(1), "delivery"],
  ]);
});

test("good and bad replies to one prompt are no conflict, and one reply that is both is one", async () => {
  const answers = ["Yes", "No", "No"];
  const talks: typeof aTalk = (n) => aTalk(n, { question: "Is it open?", answer: answers[n] ?? "" });
  const review = await anIntentQueue(api, { items: 3, people: 1, talks });
  for (const [item, good] of [true, false, true].entries()) await review.say(0, item, { good });
  const { desk } = review;
  const recipe = {
    sources: [
      {
        kind: "queue",
        queue_id: desk.queueId,
        use: "ratings",
        field: review.ref("good"),
        good_if: { eq: true },
      },
    ],
    ...WHOLE,
  };
  const { id } = await aDataset(api, desk, recipe, { kind: "kto" });
  const { version } = await aVersion(api, desk, id);
  expect(version.counts).toMatchObject({ train: 3, conflicts: { prompts: 1, rows: 2 } });
});

test("a version from before conflicts were counted says nothing of them until it is built again", async () => {
  const review = await aQueueOfCopies();
  const { desk } = review;
  const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, {}, WHOLE));
  const { version } = await aVersion(api, desk, datasetId);
  const { prisma } = api.db;
  const { counts } = await prisma.datasetVersion.findUniqueOrThrow({ where: { id: version.id } });
  const { conflicts: _, ...before } = Object(counts);
  await prisma.datasetVersion.update({ where: { id: version.id }, data: { counts: before } });
  await prisma.datasetRow.updateMany({ where: { versionId: version.id }, data: { conflict: null } });
  const named = { projectId: desk.projectId, datasetId, version: "v0", isConflicting: true, ...PAGE };
  const counted = async () => {
    const { totalCount } = await api.call(desk.caller, queryDatasetRows, named);
    const { versions } = await api.call(desk.caller, queryDatasetVersions, { ...named });
    return [versions[0]?.counts.conflicts, totalCount];
  };
  expect(await counted()).toEqual([null, 0]);
  expect(await aVersion(api, desk, datasetId)).toMatchObject({ isNew: false });
  expect(await counted()).toEqual([{ prompts: 1, rows: 2 }, 2]);
});
