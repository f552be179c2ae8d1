import { expect, test } from "vitest";
import { datasetsOf, retractedShortly, retractedWords } from "./retracted-words.ts";

test("rows are counted of all that were learned from", () => {
  const words = (rows: number, totalRows: number) => retractedWords({ rows, totalRows }, "step 5");
  expect(words(12, 1240)).toBe(
    "12 of the 1,240 rows that step 5 learned from have answers that were retracted.",
  );
  expect(words(1, 240)).toBe("1 of the 240 rows that step 5 learned from has answers that were retracted.");
  expect(words(240, 240)).toBe("All 240 rows that step 5 learned from have answers that were retracted.");
  expect(words(1, 1)).toBe("The one row that step 5 learned from has answers that were retracted.");
});

test("a line has the same counts", () => {
  expect(retractedShortly({ rows: 12, totalRows: 240 })).toBe("Learned from 240 rows, 12 retracted");
  expect(retractedShortly({ rows: 240, totalRows: 240 })).toBe("Learned from 240 rows, all retracted");
});

test("two versions of a dataset are one to build again", () => {
  const versions = [2, 1].map((number) => ({ datasetId: "d", name: "intents", number, rows: 1 }));
  expect(datasetsOf({ versions })).toEqual([{ id: "d", name: "intents" }]);
});
