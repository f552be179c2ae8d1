import { expect, test } from "vitest";
import { givenIdOf, placeInFile } from "./given-place.ts";

test("the id of a row of a file or version says where it stands, and no other id does", () => {
  expect(givenIdOf("01a22667-5753/4")).toEqual({ source: "01a22667-5753", isVersion: false, number: 4 });
  expect(givenIdOf("answers:v2/0")).toEqual({ source: "answers:v2", isVersion: true, number: 1 });
  expect([givenIdOf("item/labels/tone"), givenIdOf("01a22667-5753"), givenIdOf("item/corrections")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a line stands in the file that was sent, or is the nth row of the one that it was made of", () => {
  const file = { filename: "rows.jsonl", origins: null };
  expect(placeInFile(file, 4)).toEqual({ name: "rows.jsonl", unit: "line", number: 4 });
  const origins = [
    { name: "train.csv", rows: 3 },
    { name: "test.csv", rows: 2 },
  ];
  const made = { filename: "train.jsonl", origins };
  expect([1, 3, 4, 5].map((line) => placeInFile(made, line))).toEqual([
    { name: "train.csv", unit: "row", number: 1 },
    { name: "train.csv", unit: "row", number: 3 },
    { name: "test.csv", unit: "row", number: 1 },
    { name: "test.csv", unit: "row", number: 2 },
  ]);
});
