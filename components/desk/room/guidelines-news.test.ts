import { expect, test } from "vitest";
import { outdatedReading, whatHappened } from "./guidelines-news.ts";

test("what was read is outdated once the guidelines say something else", () => {
  expect(outdatedReading("Be fair.", "Be fair.")).toBeNull();
  expect(outdatedReading("Be fair.", "Be fair and brief.")).toBe("Be fair.");
  expect(outdatedReading("", "Be fair.")).toBe("");
});

test("nothing is outdated where nothing was read, nor by space around the text", () => {
  expect(outdatedReading(null, "Be fair.")).toBeNull();
  expect(outdatedReading("Be fair.", "\nBe fair.\n")).toBeNull();
});

test("added and removed guidelines are announced as such", () => {
  expect(whatHappened(" ", "Be fair.")).toBe("This queue has guidelines now.");
  expect(whatHappened("Be fair.", "")).toBe("The guidelines were removed.");
  expect(whatHappened("Be fair.", "Be brief.")).toBe("The guidelines changed.");
});
