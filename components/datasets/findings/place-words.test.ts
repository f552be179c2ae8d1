import { expect, test } from "vitest";
import { placeWords } from "./place-words.ts";

test("a row is known by its file and line, or by its version and place there", () => {
  expect(placeWords({ name: "dirty rows (ä).jsonl", unit: "line", number: 4 })).toBe(
    "dirty rows (ä).jsonl, line 4",
  );
  expect(placeWords({ name: "answers:v2", unit: "row", number: 1200 })).toBe("answers v2, row 1,200");
});
