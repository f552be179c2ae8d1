import { expect, test } from "vitest";
import { submitsByDigit } from "./submits-by-digit.ts";

type Said = Parameters<typeof submitsByDigit>[0];

const CLOSED: Said["fields"][number] = { input: { kind: "boolean" } };
const UNWRITTEN = { correction: null, note: { text: "" } };

test("a digit submits where it is all that there is to say", () => {
  const single = (fields: Said["fields"]) => submitsByDigit({ fields, draft: UNWRITTEN }, { kind: "single" });
  expect(single([CLOSED])).toBe(true);
  expect(single([CLOSED, CLOSED])).toBe(false);
  expect(submitsByDigit({ fields: [CLOSED], draft: UNWRITTEN }, { kind: "pairwise" })).toBe(false);
});

test("once somebody has written something, the digit only picks", () => {
  const after = (draft: Said["draft"]) => submitsByDigit({ fields: [CLOSED], draft }, { kind: "single" });
  expect(after({ ...UNWRITTEN, correction: { text: "Better." } })).toBe(false);
  expect(after({ ...UNWRITTEN, note: { text: "Too eager." } })).toBe(false);
});
