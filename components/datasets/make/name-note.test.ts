import { expect, test } from "vitest";
import { nameNote } from "./name-note.ts";

const named = (given: string, wanted: string, takenBy: "dataset" | "object" | null = null) =>
  nameNote({ given, wanted, takenBy });

test("a name that was changed to fit says what it was made of, and one that is taken says by what", () => {
  expect(named("dirty rows (ä)", "dirty-rows-a")).toBe(
    "From “dirty rows (ä)”; a name has letters, digits, dots, dashes and underscores only.",
  );
  expect(named("tones", "tones", "dataset")).toBe("Another dataset is called “tones”.");
  expect(named("Outcome", "outcome", "object")).toBe(
    "An object of the project, such as a question, is called “outcome”.",
  );
  expect(named("My tones", "my-tones", "dataset")).toMatch(/^From “My tones”;.* Another dataset is/);
  expect([named("tones", "tones"), named("Tones", "tones"), named("Tones", "tones-judge")]).toEqual([
    null,
    null,
    null,
  ]);
});
