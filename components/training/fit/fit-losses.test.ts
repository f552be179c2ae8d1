import { expect, test } from "vitest";
import { KINDS_OF_LOSS } from "#lib/contract/datasets/kinds-of-loss.ts";
import { fitLosses, misfitWords } from "./fit-losses.ts";

test("only losses that learn from the chosen data are offered, beside the one that is chosen already", () => {
  expect(fitLosses("preference", "dpo")).toEqual(["dpo", "ipo", "simpo", "cpo", "orpo", "kto"]);
  expect(fitLosses("reward", "rwr")).toEqual(["rwr"]);
  expect(fitLosses("kto", "dpo")).toEqual(["dpo", "kto"]);
  expect(fitLosses(null, "dpo")).toContain("rwr");
});

test("what does not fit says so in the words of the forms", () => {
  expect(misfitWords("preference", KINDS_OF_LOSS.rwr)).toBe(
    "This needs a dataset of “Rewarded replies”; the one that is chosen is of “Pairs”.",
  );
  expect(misfitWords("sft", KINDS_OF_LOSS.kto)).toContain("“Good and bad replies” or “Pairs”");
  expect(misfitWords("preference", KINDS_OF_LOSS.dpo)).toBeNull();
  expect(misfitWords(null, KINDS_OF_LOSS.rwr)).toBeNull();
});
