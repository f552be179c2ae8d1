import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { isFinal } from "./sending-rules.ts";

const answer = (status: number) => new ApiError("no", { status, problems: [], requestId: null });

test.each([400, 401, 403, 404, 409, 422])("a %i is final at once", (status) => {
  expect(isFinal(answer(status), 1)).toBe(true);
});

test.each([408, 429, 500, 503])("a %i is tried again, but not for ever", (status) => {
  expect([1, 2, 3, 4].map((failures) => isFinal(answer(status), failures))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("without a connection trying never ends", () => {
  expect(isFinal(new TypeError("Failed to fetch"), 1_000)).toBe(false);
});
