import { expect, test } from "vitest";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { PromotionAdvice } from "./promotion-advice.ts";
import { replacedOf, retractedShortly, retractedWords, wayOutWords } from "./retracted-words.ts";

const NO_REWARDS = { replies: 0, totalReplies: 0, already: 0, runs: [] };

test("rewards are counted of all replies that were learned from, beside rows or alone", () => {
  const rewards = { ...NO_REWARDS, replies: 2, totalReplies: 48 };
  expect(retractedWords({ rows: 0, totalRows: 30, already: 0, rewards }, "step 5")).toBe(
    "2 of the 48 replies that step 5 learned from were rewarded by answers that were retracted since.",
  );
  const all = { ...rewards, replies: 48, already: 48 };
  expect(retractedWords({ rows: 12, totalRows: 240, already: 0, rewards: all }, "step 5")).toBe(
    "12 of the 240 rows that step 5 learned from have answers that were retracted since. All 48 replies that it learned from were rewarded by answers that were retracted already.",
  );
  expect(retractedShortly({ rows: 0, totalRows: 30, already: 0, rewards })).toBe(
    "Learned from 48 rewards, 2 retracted since",
  );
  expect(retractedShortly({ rows: 12, totalRows: 240, already: 0, rewards })).toBe(
    "Learned from 240 rows, 12 retracted since; 48 rewards, 2 retracted since",
  );
  expect(wayOutWords([], { cleanStep: 3, step: 6 })).toBe(
    "To replace it, start another reinforcement run from step 3, which did not learn from them.",
  );
});

test("rows are counted of all that were learned from", () => {
  const words = (rows: number, totalRows: number) =>
    retractedWords({ rows, totalRows, already: 0, rewards: NO_REWARDS }, "step 5");
  expect(words(12, 1240)).toBe(
    "12 of the 1,240 rows that step 5 learned from have answers that were retracted since.",
  );
  expect(words(1, 240)).toBe(
    "1 of the 240 rows that step 5 learned from has answers that were retracted since.",
  );
  expect(words(240, 240)).toBe(
    "All 240 rows that step 5 learned from have answers that were retracted since.",
  );
  expect(words(1, 1)).toBe("The one row that step 5 learned from has answers that were retracted since.");
});

test("a line has the same counts", () => {
  expect(retractedShortly({ rows: 12, totalRows: 240, already: 12, rewards: NO_REWARDS })).toBe(
    "Learned from 240 rows, 12 retracted already",
  );
  expect(retractedShortly({ rows: 240, totalRows: 240, already: 0, rewards: NO_REWARDS })).toBe(
    "Learned from 240 rows, all retracted since",
  );
});

const LEARNED = {
  versions: [2, 1].map((number) => ({
    projectId: "acme/shop",
    datasetId: "d",
    name: "intents",
    number,
    rows: 1,
  })),
};

function aDataset(number: number, more: Partial<DatasetVersion> = {}): Dataset {
  const latestVersion = { number, retracted: null, countAgain: 0, ...more };
  return { id: "d", name: "intents", latestVersion } as unknown as Dataset;
}

test("two versions of a dataset are one to build again", () => {
  const replaced = replacedOf(LEARNED, [aDataset(2, { retracted: { train: 1, heldOut: 0 } })]);
  expect(replaced).toMatchObject([{ id: "d", name: "intents", version: null }]);
  expect(wayOutWords(replaced, { cleanStep: 1, step: 5 })).toBe(
    "To replace it, build the data again, which leaves them out, and train from step 1, which did not learn from them.",
  );
});

test("where the data are of a project that the person may not read, it is asked there", () => {
  const replaced = replacedOf(LEARNED, []);
  expect(wayOutWords(replaced, { cleanStep: 1, step: 5, unread: ["acme/shop"] })).toBe(
    "The data are of acme/shop, which you may not read: ask there for a version without them, and train from step 1, which did not learn from them.",
  );
});

test("once a version is without them, it is to be trained on, from the step that did not learn from them", () => {
  const replaced = replacedOf(LEARNED, [aDataset(3)]);
  expect(replaced).toMatchObject([{ id: "d", version: { number: 3 } }]);
  expect(wayOutWords(replaced, { cleanStep: 1, step: 5 })).toBe(
    "v3 of “intents” is without them: train on it from step 1, which did not learn from them.",
  );
  expect(wayOutWords(replaced, { cleanStep: null, step: 5 })).toContain(
    "train on it in a new model, since no step of this one",
  );
});

test("a newer step that did not learn them is to be used only where it is measured to be better", () => {
  const newer = { cleanStep: 6, step: 5 };
  const words = (advice: PromotionAdvice | null) =>
    wayOutWords(replacedOf(LEARNED, [aDataset(3)]), newer, advice);
  expect(words({ is: "fit" })).toBe("Step 6 is newer and did not learn from them: use it instead.");
  expect(words(null)).toBe("Step 6 is newer and did not learn from them: compare them.");
  expect(words({ is: "not-better", why: "by exact match no difference is sure", evaluationId: "e" })).toBe(
    "Step 6 is newer and did not learn from them, but is not shown to be better: by exact match no difference is sure.",
  );
  expect(words({ is: "not-measured", evaluationId: "e", why: null })).toBe(
    "Step 6 is newer and did not learn from them, and is not measured beside step 5 yet.",
  );
});
