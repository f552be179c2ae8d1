import { expect, test } from "vitest";
import { versionRetractedWords } from "./retracted-words.ts";

test("rows of a version are counted, those to train on and those held out", () => {
  const words = (retracted: { train: number; heldOut: number }) => {
    const counts = { train: 10, heldOut: 2 } as Parameters<typeof versionRetractedWords>[0]["counts"];
    return versionRetractedWords({ number: 3, counts, retracted });
  };
  expect(words({ train: 0, heldOut: 1 })).toBe("1 of the 12 rows of v3 has answers that were retracted.");
  expect(words({ train: 10, heldOut: 2 })).toBe("All 12 rows of v3 have answers that were retracted.");
});
