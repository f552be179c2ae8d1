import { expect, test } from "vitest";
import { startWords } from "./start-words.ts";

const RETRACTED = {
  ...{ rows: 10, totalRows: 20, already: 0, cleanStep: 0, versions: [] },
  rewards: { replies: 0, totalReplies: 0, already: 0, runs: [] },
};

test("a newer checkpoint that is passed over is named with what it learned", () => {
  expect(startWords({ kind: "passed-over", step: 2, retracted: RETRACTED, from: 0 })).toBe(
    "Step 2 is newer, but 10 of the 20 rows that it learned from have answers that were retracted since. Step 0, the base model, learned from none of them.",
  );
  expect(
    startWords({
      kind: "passed-over",
      step: 3,
      retracted: { ...RETRACTED, rows: 20, already: 20, cleanStep: 1 },
      from: 1,
    }),
  ).toBe(
    "Step 3 is newer, but all 20 rows that it learned from have answers that were retracted already. Step 1 learned from none of them.",
  );
});

test("a newer checkpoint that was rewarded by what is retracted is passed over with how much that was", () => {
  const rewards = { replies: 2, totalReplies: 48, already: 0, runs: [] };
  const ofRewards = { ...RETRACTED, rows: 0, rewards };
  expect(startWords({ kind: "passed-over", step: 6, retracted: ofRewards, from: 3 })).toBe(
    "Step 6 is newer, but 2 of the 48 replies that it learned from were rewarded by answers that were retracted since. Step 3 learned from none of them.",
  );
});

test("a step that can no longer be used is named with the one that is taken instead", () => {
  expect(startWords({ kind: "unusable", step: 7, from: 4 })).toBe(
    "Step 7 can no longer be used. The job starts from step 4 instead.",
  );
  expect(startWords({ kind: "unusable", step: 7, from: null })).toBe(
    "Step 7 can no longer be used. The job starts from the newest checkpoint instead.",
  );
});

test("a step whose job learned nothing is passed over, and named where it is chosen", () => {
  expect(startWords({ kind: "passed-over-dead", step: 7 })).toBe(
    "Step 7 is newer, but the job that made it learned nothing.",
  );
  expect(startWords({ kind: "dead", step: 7 })).toMatch(/^The job that made step 7 learned nothing/);
});

test("a step that the guard of a run rejected is passed over with the name of the run, and named where it is chosen", () => {
  const fallen = { step: 1, runId: "r", runName: "shop, reinforced", safeStep: 0 };
  expect(startWords({ kind: "passed-over-fallen", fallen })).toBe(
    "Step 1 is newer, but worse by the guard of the run “shop, reinforced”.",
  );
  expect(startWords({ kind: "fallen", fallen })).toBe(
    "Step 1 is worse by the guard of the run “shop, reinforced”. The last step that it found no worse is 0.",
  );
});

test("who chooses one that learned from what is retracted reads so, and which one did not", () => {
  expect(startWords({ kind: "learned", step: 2, retracted: RETRACTED })).toBe(
    "10 of the 20 rows that step 2 learned from have answers that were retracted since. A job that starts from it keeps what they taught. Step 0, the base model, learned from none of them.",
  );
  expect(
    startWords({ kind: "learned", step: 2, retracted: { ...RETRACTED, cleanStep: null } }),
  ).not.toContain("none of them");
});
