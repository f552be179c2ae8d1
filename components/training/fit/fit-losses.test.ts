import { expect, test } from "vitest";
import { KINDS_OF_LOSS } from "#lib/contract/datasets/kinds-of-loss.ts";
import { fitLosses, fittingLoss, misfitWords } from "./fit-losses.ts";

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
  expect(misfitWords("preference", ["sft"], "file")).toMatch(/^This needs a file of “Conversations”/);
});

test("rows that the chosen loss cannot learn from change it, and others do not", () => {
  expect(fittingLoss("preference", "simpo")).toBe("simpo");
  expect(fittingLoss("preference", "rwr")).toBe("dpo");
  expect(fittingLoss("preference", "kto")).toBe("kto");
  expect(fittingLoss("kto", "dpo")).toBe("kto");
  expect(fittingLoss("reward", "dpo")).toBe("rwr");
  expect(fittingLoss("sft", "dpo")).toBe("dpo");
  expect(fittingLoss(null, "ipo")).toBe("ipo");
});
