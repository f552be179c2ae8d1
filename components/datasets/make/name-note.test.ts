import { expect, test } from "vitest";
import { nameNote } from "./name-note.ts";

const named = (given: string, proposed: string, free = proposed) => nameNote({ given, proposed, free });

test("a name that was changed to fit says what it was made of, and one that is taken says so", () => {
  expect(named("dirty rows (ä)", "dirty-rows-a")).toBe(
    "From “dirty rows (ä)”; a name has letters, digits, dots, dashes and underscores only.",
  );
  expect(named("tones", "tones", "tones-2")).toBe("Another dataset is called “tones”.");
  expect(named("My tones", "my-tones", "my-tones-2")).toMatch(/^From “My tones”;.* Another dataset is/);
  expect([named("tones", "tones"), named("Tones", "tones"), named("Tones", "tones-judge")]).toEqual([
    null,
    null,
    null,
  ]);
});
