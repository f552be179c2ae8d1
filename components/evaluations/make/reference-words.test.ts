import { expect, test } from "vitest";
import { referenceFindings } from "./reference-words.ts";

const found = (rows: number, references: number, isSampled = false) => ({
  ...{ rows, references, isSampled },
  noun: "prompt",
});

test("graders that could score nothing are a fault, with the numbers", () => {
  expect(referenceFindings(found(40, 0), ["Similar to the reference"])).toEqual({
    fault:
      "None of the 40 prompts has a reference, which “Similar to the reference” compares with. Choose another grader, or rows that have one.",
    note: null,
  });
  expect(referenceFindings(found(1, 0), ["Same number", "like"]).fault).toMatch(
    /^The only prompt has no reference, which “Same number” and “like” compare with\./,
  );
});

test("where some rows lack one, or not all were read, it is a note", () => {
  expect(referenceFindings(found(40, 28), ["like"])).toEqual({
    fault: null,
    note: "12 of the 40 prompts have no reference; “like” cannot score answers to them.",
  });
  expect(referenceFindings(found(40, 39), ["like"]).note).toMatch(/^1 of the 40 prompts has no reference;/);
  expect(referenceFindings(found(2000, 0, true), ["like"])).toMatchObject({
    fault: null,
    note: expect.stringMatching(/^None of the first 2,000 prompts has a reference;/),
  });
});

test("nothing is said where no grader compares, or every row has one", () => {
  const nothing = { fault: null, note: null };
  expect(referenceFindings(found(40, 0), [])).toEqual(nothing);
  expect(referenceFindings(found(40, 40), ["like"])).toEqual(nothing);
  expect(referenceFindings(found(0, 0), ["like"])).toEqual(nothing);
});
