import { expect, test } from "vitest";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { learnedWords, madeWords } from "./impact-words.ts";

test("rows and rewards that were made of answers are counted together, and what there is none of is not named beside the other", () => {
  const words = (rowCount: number, rewardCount: number) =>
    madeWords({ rowCount, versionCount: 2, rewardCount, runCount: 1 });
  expect(words(25, 0)).toBe("25 rows in 2 versions of datasets were made of them");
  expect(words(0, 0)).toBe("0 rows in 2 versions of datasets were made of them");
  expect(words(25, 5)).toBe(
    "25 rows in 2 versions of datasets and the rewards of 5 replies in 1 reinforcement run were made of them",
  );
  expect(words(0, 1)).toBe("The reward of 1 reply in 1 reinforcement run was made of them");
});

test("a job is named by its version, or by its round of a run", () => {
  const job: RetractionImpact["jobs"][number] = {
    ...{ projectId: "acme/shop", jobId: "j", modelId: "m", modelName: "concierge", state: "completed" },
    ...{ datasetName: "good", datasetVersion: 0, runId: null, runName: null, round: null },
  };
  expect(learnedWords(job)).toBe("on good v0");
  const ofRun = { datasetName: null, datasetVersion: null, runId: "r", runName: "Politer", round: 2 };
  expect(learnedWords({ ...job, ...ofRun })).toBe("round 2 of “Politer”");
});
