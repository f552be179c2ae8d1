import { expect, test } from "vitest";
import { noAgreementWords } from "./no-agreement-words.ts";

test("a dry run that compared nothing says whether people answered nothing or nothing comparable", () => {
  expect(noAgreementWords({ unread: 0 })).toBe(
    "People decided about none of these calls, so there is nothing to compare.",
  );
  expect(noAgreementWords({ unread: 3 })).toBe(
    "People answered 3 of these calls, but not with a number, yes or no. Choose another question to compare.",
  );
});
