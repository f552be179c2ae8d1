import { expect, test } from "vitest";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import {
  countAgainWords,
  replacementOf,
  retractedBriefly,
  retractedSentence,
  versionRetractedWords,
} from "./retracted-words.ts";

type Facts = Pick<DatasetVersion, "number" | "counts" | "retracted" | "countAgain">;

function aVersion(more: Partial<Facts>): Facts {
  const counts = { train: 10, heldOut: 2 } as DatasetVersion["counts"];
  return { number: 3, counts, retracted: null, countAgain: 0, ...more };
}

test("rows of a version are counted, those to train on and those held out", () => {
  const words = (retracted: { train: number; heldOut: number }) =>
    versionRetractedWords(aVersion({ retracted }));
  expect(words({ train: 0, heldOut: 1 })).toBe(
    "1 of the 12 rows of v3 has answers that were retracted since.",
  );
  expect(words({ train: 10, heldOut: 2 })).toBe("All 12 rows of v3 have answers that were retracted since.");
});

test("what was retracted before something began is not said to be retracted since", () => {
  const words = (rows: number, already: number) =>
    retractedSentence({ rows, totalRows: 5, already }, "that it is measured by");
  expect(words(2, 0)).toBe("2 of the 5 rows that it is measured by have answers that were retracted since.");
  expect(words(2, 2)).toBe(
    "2 of the 5 rows that it is measured by have answers that were retracted already.",
  );
  expect(words(5, 2)).toBe(
    "All 5 rows that it is measured by have answers that were retracted, 2 of them already before.",
  );
  expect(retractedBriefly({ rows: 2, totalRows: 5, already: 2 })).toBe("2 of 5 rows retracted already");
  expect(retractedBriefly({ rows: 5, totalRows: 5, already: 0 })).toBe("all 5 rows retracted since");
});

test("a version says what it lacks that counts again", () => {
  expect(countAgainWords(aVersion({}))).toBeNull();
  expect(countAgainWords(aVersion({ countAgain: 1 }))).toBe(
    "v3 was built without 1 answer that counts again, since the retraction was lifted.",
  );
  expect(countAgainWords(aVersion({ countAgain: 12 }))).toBe(
    "v3 was built without 12 answers that count again, since the retraction was lifted.",
  );
  expect(countAgainWords(aVersion({ countAgain: 12 }), "step 2")).toBe(
    "v3, which step 2 learned from, was built without 12 answers that count again, since the retraction was lifted.",
  );
});

test("only what the newest build gave stands in for another version, where it has what counts and nothing else", () => {
  const newest = (more: Partial<Facts>) =>
    replacementOf({ latestVersion: aVersion(more) as DatasetVersion }, 2)?.number ?? null;
  expect(newest({})).toBe(3);
  expect(newest({ number: 2 })).toBeNull();
  // A build may give an older version again.
  expect(newest({ number: 0 })).toBe(0);
  expect(newest({ retracted: { train: 1, heldOut: 0 } })).toBeNull();
  expect(newest({ countAgain: 1 })).toBeNull();
  expect(replacementOf({ latestVersion: null }, 2)).toBeNull();
});
