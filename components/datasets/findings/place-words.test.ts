import { expect, test } from "vitest";
import { placesWords, placeWords } from "./place-words.ts";

test("a row is known by its file and line, or by its version and place there", () => {
  expect(placeWords({ name: "dirty rows (ä).jsonl", unit: "line", number: 4 })).toBe(
    "dirty rows (ä).jsonl, line 4",
  );
  expect(placeWords({ name: "answers:v2", unit: "row", number: 1200 })).toBe("answers v2, row 1,200");
});

test("several rows of one file are named by their lines, and those of several files one by one", () => {
  const line = (number: number, name = "a.jsonl") => ({ name, unit: "line" as const, number });
  expect(placesWords([line(4)], 1)).toBe("line 4");
  expect(placesWords([line(4), line(7)], 2)).toBe("lines 4 and 7");
  expect(placesWords([line(4), line(7)], 9)).toBe("lines 4, 7 and others");
  expect(placesWords([line(4), line(1, "b.jsonl")], 2)).toBe("a.jsonl, line 4 and b.jsonl, line 1");
  expect(placesWords([], 3)).toBeNull();
});
